import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { checkHistory } from "../tests/services/cluster/check.js";
import { faultsOf } from "../tests/services/cluster/faults.js";
import { failoverLoss } from "../tests/services/cluster/failover.js";
import { countOf } from "../tests/services/cluster/load.js";
import { killOne, measure, rollingRestart, whileReplacing } from "../tests/services/cluster/measure.js";

// Measures several instances behind nginx: `npm run fuzz cluster -- --instances 1,2,4 --seconds 30 --seed 7`. It writes to .cache/cluster.

const { values } = parseArgs({
  options: {
    instances: { type: "string", default: "1,2,4" },
    seconds: { type: "string", default: "30" },
    seed: { type: "string" },
    only: { type: "string", default: "load,rolling,kill,history,failover" },
  },
});
const seconds = Number(values.seconds);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const has = (part: string) => values.only.split(",").includes(part);
const report: Record<string, unknown> = {
  seed,
  date: new Date().toISOString(),
  cpu: cpus()[0]?.model,
  cores: cpus().length,
};
let isBroken = false;

if (has("load")) {
  const rows = [];
  for (const services of [[], ["pgbouncer"]] as const) {
    for (const instances of values.instances.split(",").map(Number)) {
      rows.push({ through: ["nginx", ...services].join(", "), ...(await measure(instances, seconds, services)) });
    }
  }
  console.table(rows);
  report.load = rows;
}

for (const [name, replace] of [
  ["rolling", rollingRestart],
  ["kill", killOne],
] as const) {
  if (!has(name)) continue;
  const { responses, times } = await whileReplacing(seconds, replace);
  const failed = countOf(responses, true);
  console.log(
    `${name}, ${times} times: ${countOf(responses, false)} requests done, ${failed} failed`,
    Object.fromEntries(responses),
  );
  report[name] = { times, responses: Object.fromEntries(responses) };
  if (name === "rolling" && failed > 0) isBroken = true;
}

if (has("history")) {
  for (const services of [
    ["nginx", "pgbouncer"],
    ["nginx", "pgbouncer", "redis"],
  ] as const) {
    const keys = services.includes("redis" as never) ? "Redis" : "Postgres";
    const { history, faults, problems } = await checkHistory({
      ...{ seed, seconds, services, instances: 2, writers: 8 },
      faults: faultsOf(services),
    });
    console.log(
      `history through ${services.join(", ")}, seed ${seed}: ${history.writes.length} writes, ${problems.length} contradictions`,
    );
    console.log([...faults].map(([fault, times]) => `${times} × ${fault}`).join(", "));
    for (const problem of problems.slice(0, 10)) console.log(problem);
    report[`history, keys in ${keys}`] = {
      faults: Object.fromEntries(faults),
      problems,
      summary: history.summary(),
      writes: history.writes,
    };
    // With keys in Redis, a write may happen twice: see docs/retries.md.
    if (problems.some((problem) => keys === "Postgres" || !problem.includes("is there 2 times"))) isBroken = true;
  }
}

if (has("failover")) {
  const rows = [];
  for (const mode of ["asynchronous", "a second behind", "synchronous"] as const)
    rows.push(await failoverLoss(mode, seed));
  console.table(rows);
  report.failover = rows;
}

await mkdir(".cache/cluster", { recursive: true });
const file = `.cache/cluster/${seed}.json`;
await writeFile(file, `${JSON.stringify(report, undefined, 1)}\n`);
console.log(`seed ${seed}, ${file}`);
process.exitCode = isBroken ? 1 : 0;
