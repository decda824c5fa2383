import { parseArgs } from "node:util";
import { EXCLUSIONS, type Exclusion } from "../tests/schemas/judgement.js";
import { run } from "../tests/schemas/run.js";

const { values } = parseArgs({
  options: { cases: { type: "string" }, seed: { type: "string" }, shrinks: { type: "string" } },
});
const cases = Number(values.cases ?? 100_000);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const began = Date.now();
let tens = 0;

console.log(`npm run fuzz:schemas -- --cases ${cases} --seed ${seed}`);
const result = await run({
  seed,
  cases,
  shrinks: Number(values.shrinks ?? 200),
  found: ({ report }) => console.log(`\n${report}`),
  progress: ({ cases: done, failures, findings }) => {
    if (Math.floor((done / cases) * 10) === tens) return;
    tens = Math.floor((done / cases) * 10);
    console.log(`\n${tens * 10} %: ${done} cases, ${failures} failures, ${findings.size} findings, ${perSecond(done)}`);
  },
});
console.log(`\n${result.cases} cases of ${result.schemas} schemas, ${perSecond(result.cases)}`);
console.log(`what the oracle said, by who gives the value: ${JSON.stringify(result.judged)}`);
console.log(`cases that also went through Fastify: ${result.byFastify}`);
console.log(`schemas inside schemas, by kind: ${JSON.stringify(result.kinds)}`);
console.log("not judged:");
for (const [reason, count] of Object.entries(result.excluded)) {
  const share = ((100 * count) / result.cases).toFixed(2);
  console.log(`  ${count} (${share} %): ${EXCLUSIONS[reason as Exclusion]}`); // the keys are exclusions
}
console.log(`${result.failures} failures, ${result.findings.size} findings`);
process.exit(result.failures > 0 ? 1 : 0);

function perSecond(count: number): string {
  return `${Math.round((count * 1000) / (Date.now() - began))} cases/s`;
}
