import "../tests/live/convergence/browser.js";
import { parseArgs } from "node:util";
import { BUGS, type Bug } from "../tests/services/cluster/bugs.js";
import { checkHistory } from "../tests/services/cluster/check.js";
import { SERVICES } from "../tests/services/cluster/cluster.js";
import { FAULT_NAMES, faultsOf } from "../tests/services/cluster/faults.js";

// Checks a random history on several instances that crash: `npm run fuzz history -- --seconds 300 --seed 7 --services nginx,pgbouncer --faults kill,postgres`.

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    seconds: { type: "string", default: "60" },
    instances: { type: "string", default: "2" },
    writers: { type: "string", default: "8" },
    pages: { type: "string", default: "3" },
    services: { type: "string", default: "" },
    faults: { type: "string" },
    bug: { type: "string" },
  },
});
if (values.bug !== undefined && !BUGS.includes(values.bug as Bug))
  throw new Error(`--bug is one of ${BUGS.join(", ")}.`);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));

const services = SERVICES.filter((name) => values.services.split(",").includes(name));
const named = values.faults?.split(",");
const { history, faults, problems } = await checkHistory({
  seed,
  seconds: Number(values.seconds),
  instances: Number(values.instances),
  writers: Number(values.writers),
  pages: Number(values.pages),
  services,
  faults: named ? FAULT_NAMES.filter((name) => named.includes(name)) : faultsOf(services),
  bug: values.bug as Bug | undefined,
});
console.log(`seed ${seed}, ${values.instances} instances, ${history.writes.length} writes`);
console.log(`faults: ${[...faults].map(([name, times]) => `${times} × ${name}`).join(", ") || "none"}`);
for (const [name, times] of Object.entries(history.summary()).sort()) console.log(`${times} × ${name}`);
console.log(problems.length === 0 ? "No contradiction." : problems.slice(0, 20).join("\n"));
process.exitCode = problems.length === 0 ? 0 : 1;
