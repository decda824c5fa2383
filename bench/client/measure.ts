// One of the two measurements, in a process of its own: what one has V8 learn of the client is not what the other would.
import { option } from "../support/report.js";
import { measureReading } from "./reading.js";
import { measureSending } from "./sending.js";

const measure = { reading: measureReading, sending: measureSending }[option("what") ?? ""];
if (!measure) throw new Error("--what=reading or --what=sending");
process.send?.(await measure(Number(option("rounds"))), () => process.exit()); // fetch keeps its connections open
