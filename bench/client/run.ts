import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { option, writeResults } from "../support/report.js";
import { type measureReading, printReading } from "./reading.js";
import { type measureSending, printSending } from "./sending.js";

const rounds = Number(option("rounds") ?? 25);

async function measured<T>(what: string): Promise<T> {
  const child = fork(fileURLToPath(new URL("measure.js", import.meta.url)), [`--what=${what}`, `--rounds=${rounds}`]);
  child.once("exit", (code) => {
    if (code) throw new Error(`Measuring ${what} failed.`);
  });
  const [result] = await once(child, "message");
  return result as T; // as `measure.ts` sent it
}

const reading = await measured<Awaited<ReturnType<typeof measureReading>>>("reading");
printReading(reading);
const sending = await measured<Awaited<ReturnType<typeof measureSending>>>("sending");
printSending(sending);
writeResults("client", { rounds, reading, sending });
