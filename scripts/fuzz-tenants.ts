import { parseArgs } from "node:util";
import { attack } from "../tests/sources/tenants/attack.js";
import { compareResponses } from "../tests/sources/tenants/compare.js";
import { keyTarget } from "../tests/sources/tenants/key-target.js";
import { ruleTarget } from "../tests/sources/tenants/rule-target.js";
import { memoryTarget, postgresTarget } from "../tests/sources/tenants/targets.js";

// Sends random requests of two tenants: `npm run fuzz tenants -- --requests 100000 --seed 7`. A twentieth of them go to Postgres.
// With `--rule`, all go to Postgres under a tenant rule in place of scopes: half of them to tenants that share ids. With `--keys`, all go
// to tables whose keys begin with the tenant: a quarter of them to two stores that differ in the other tenant's rows.

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "100000" },
    seed: { type: "string" },
    store: { type: "string" },
    rule: { type: "boolean", default: false },
    keys: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const requests = Number(values.requests);
const isOther = values.rule || values.keys;
const inPostgres = isOther
  ? 0
  : values.store === "postgres"
    ? requests
    : values.store === "memory"
      ? 0
      : Math.ceil(requests / 20);

if (values.rule) {
  for (const sharesIds of [false, true]) {
    await run(sharesIds ? "a tenant rule, shared ids" : "a tenant rule", Math.ceil(requests / 2), async (count) => {
      const target = await ruleTarget(sharesIds);
      return attack(target, seed, count).finally(() => target.close());
    });
  }
}
if (values.keys) {
  await run("keys with the tenant", Math.ceil(requests * 0.75), async (count) => {
    const target = await keyTarget();
    return attack(target, seed, count).finally(() => target.close());
  });
  await run("keys with the tenant, two stores", Math.ceil(requests / 4), async (count) => {
    const targets = [await keyTarget(), await keyTarget(true)] as const;
    return compareResponses(targets, seed, count).finally(() => Promise.all(targets.map((target) => target.close())));
  });
}
await run("memory", isOther ? 0 : requests - inPostgres, async (count) => attack(memoryTarget(), seed, count));
await run("Postgres", inPostgres, async (count) => {
  const target = await postgresTarget();
  return attack(target, seed, count).finally(() => target.close());
});

async function run(name: string, count: number, work: (count: number) => Promise<ReadonlyMap<number, number>>) {
  if (count === 0) return;
  const begin = performance.now();
  const statuses = [...(await work(count))].sort(([a], [b]) => a - b).map(([status, times]) => `${times} × ${status}`);
  const seconds = Math.round((performance.now() - begin) / 1000);
  console.log(
    `${name}: ${count} requests of two tenants, seed ${seed}, ${seconds} s: ${statuses.join(", ")}. Nothing leaked.`,
  );
}
