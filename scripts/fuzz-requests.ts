import { parseArgs } from "node:util";
import { type FuzzResult, fuzz } from "../tests/fuzz/run.js";

// Sends generated requests to both adapters: `npm run fuzz requests -- --requests 1000000 --seed 7`.

const { values } = parseArgs({ options: { requests: { type: "string" }, seed: { type: "string" } } });
const requests = Number(values.requests ?? 100_000);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const began = Date.now();

console.log(`npm run fuzz requests -- --requests ${requests} --seed ${seed}`);
const told = { findings: 0, tens: 0 };
const result = await fuzz({ seed, requests, socketEvery: 50, chunk: 1_000, progress });
console.log(
  `${requestsOf(result)}, ${result.findings.length} findings, in ${Math.round((Date.now() - began) / 1000)} s`,
);
console.log(`of them over sockets: ${result.overSockets}`);
console.log(`answers in process, by status: ${JSON.stringify(result.statuses)}`);
process.exit(result.findings.length > 0 ? 1 : 0);

function progress(result: FuzzResult): void {
  for (const finding of result.findings.slice(told.findings)) console.log(`\n${finding}\n`);
  told.findings = result.findings.length;
  const tens = Math.floor((result.requests / requests) * 10);
  if (tens > told.tens) console.log(`${tens * 10} %: ${requestsOf(result)}, ${result.findings.length} findings`);
  told.tens = tens;
}

function requestsOf({ requests, sequences }: FuzzResult): string {
  return `${requests} requests in ${sequences} sequences, each to both adapters`;
}
