import { option, writeResults } from "../support/report.js";
import { measureReading, printReading } from "./reading.js";
import { measureSending, printSending } from "./sending.js";

const rounds = Number(option("rounds") ?? 25);
const reading = await measureReading(rounds);
printReading(reading);
const sending = await measureSending(rounds);
printSending(sending);
writeResults("client", { rounds, reading, sending });
process.exit(); // fetch keeps its connections open
