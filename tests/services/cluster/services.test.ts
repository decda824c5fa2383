import { createClient } from "trestle/client";
import { expect, test } from "vitest";
import { checkHistory } from "./check.js";
import { Cluster } from "./cluster.js";
import { failoverLoss } from "./failover.js";
import type { LedgerApi } from "./ledger-api.js";

const SEED = Math.floor(Math.random() * 2 ** 31);

test(`nothing is lost or half-written through nginx and pgbouncer (seed ${SEED})`, { timeout: 120_000 }, async () => {
  const { history, problems } = await checkHistory({
    ...{ seed: SEED, seconds: 10, instances: 2, writers: 8, pause: 1000 },
    services: ["nginx", "pgbouncer"],
    faults: ["kill", "pgbouncer", "nginx"],
  });
  expect(problems).toEqual([]);
  expect(history.count("done")).toBeGreaterThan(50);
});

test("a failover to a synchronous standby loses nothing", { timeout: 120_000 }, async () => {
  expect(await failoverLoss("synchronous", SEED)).toMatchObject({ lost: 0, others: 0 });
});

test("a walk over all pages during writes sees each row that stayed exactly once", { timeout: 60_000 }, async () => {
  const cluster = await Cluster.start({ instances: 2, services: ["nginx"] });
  try {
    await cluster.query(
      "insert into entries (text, account_id) select 'stays ' || n, 1 from generate_series(1, 300) n",
    );
    const client = createClient<LedgerApi>({ url: `${cluster.origins[0]}/api` });
    const stop = new AbortController();
    let writes = 0;
    const write = async (writer: number) => {
      for (let n = 0; !stop.signal.aborted; n++, writes++) {
        const { id } = await client.entries.create({ text: `goes ${writer} ${n}`, account: "1" }, { retry: 0 });
        if (n % 2 === 0) await client.entries.delete(id);
      }
    };
    const writing = [0, 1, 2, 3].map(write);
    for (let walk = 0; walk < 5; walk++) {
      const stayed: string[] = [];
      for await (const entry of client.entries.list().sort("text").all()) {
        if (entry.text.startsWith("stays")) stayed.push(entry.text);
      }
      expect(stayed).toHaveLength(300);
      expect(new Set(stayed).size).toBe(300);
    }
    stop.abort();
    await Promise.all(writing);
    expect(writes).toBeGreaterThan(10);
  } finally {
    await cluster.stop();
  }
});
