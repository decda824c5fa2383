// Bytes that each contender's process allocates for a request. Unlike time, they are the same in each run, so a change of a few
// bytes shows. Only for short responses: the buffers of long ones make the collector run in the middle of a sample.
import { option, printTable } from "../support/report.js";
import { median } from "../support/statistics.js";
import { columns } from "./columns.js";
import { ContenderProcess } from "./contender-process.js";
import { type Contender, contenders, REFERENCE, sinceBefore } from "./contenders.js";
import { Load } from "./load.js";

const CONNECTIONS = 10;
/** What runs until the compiler is done. */
const WARM_UP = 8000;
const SAMPLES = 7;
/** Megabytes of new objects that fit before the collector runs. A sample must stay below. */
const NEW_SPACE = 512;
const SIZES = [`--min-semi-space-size=${NEW_SPACE}`, `--max-semi-space-size=${NEW_SPACE}`];
const REQUESTS = 1000;
const SHORT: ReadonlySet<string> = new Set(["getOne", "create", "invalid"]);

const before = option("before");
const chosen: readonly Contender[] =
  before === undefined
    ? contenders.filter(({ name }) => name === REFERENCE || name === "trestle-fastify")
    : sinceBefore(before);
const asked = columns.filter(({ name }) => SHORT.has(name));

const rows: string[][] = [];
for (const contender of chosen) {
  const row = [contender.title];
  for (const { requests } of asked) row.push((await measure(contender, requests[contender.dialect])).toFixed(0));
  rows.push(row);
}
console.log(`\nBytes allocated per request, median of ${SAMPLES} samples\n`);
printTable(["", ...asked.map(({ title }) => title)], rows);

async function measure(contender: Contender, request: Parameters<Load["send"]>[0]): Promise<number> {
  const server = await ContenderProcess.start(contender.name, { ...contender, execArgv: SIZES });
  const load = await Load.open(server.port, CONNECTIONS);
  await load.send(request, WARM_UP);
  const samples: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const from = await server.heap();
    await load.send(request, REQUESTS);
    samples.push(((await server.heapWithGarbage()) - from) / REQUESTS);
  }
  load.close();
  server.stop();
  return median(samples);
}
