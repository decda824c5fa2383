import pg from "pg";
import { createClient, PreconditionFailed } from "trestle/client";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { Cluster } from "./cluster.js";
import type { Instance } from "./instances.js";
import type { LedgerApi } from "./ledger-api.js";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start({ instances: 2 });
});
afterAll(() => cluster.stop());

function clientOf({ origin }: Instance) {
  return createClient<LedgerApi>({ url: `${origin}/api` });
}

function clients() {
  const [one, other] = cluster.instances;
  if (!one || !other) throw new Error("unreachable");
  return { one, all: [clientOf(one), clientOf(other)] as const };
}

test("of 100 writers at once, through two processes, no update is lost", { timeout: 120_000 }, async () => {
  const WRITERS = 100;
  const { all } = clients();
  const versions = new Set<number>();
  let refused = 0;
  const write = async (writer: number): Promise<void> => {
    for (;;) {
      // It reads through one process, and writes through the other.
      const account = await all[writer % 2 === 0 ? 0 : 1].accounts.get(1);
      const next = { log: `${account.log}${writer} `, count: account.count + 1 };
      const { data, error } = await all[writer % 2 === 0 ? 1 : 0].accounts.update(account, next).safe();
      if (data) {
        expect(data).toMatchObject({ ...next, version: account.version + 1 });
        versions.add(data.version);
        return;
      }
      if (!(error instanceof PreconditionFailed)) throw error;
      refused++;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 500)); // all at once, most would be refused again
    }
  };
  await Promise.all(all.map((client) => client.accounts.get(1))); // a client learns from a response which attribute is the version
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  const [row] = await cluster.query<{ log: string }>("select * from accounts where id = 1");
  expect(row).toMatchObject({ count: WRITERS, version: WRITERS + 1 });
  expect(new Set(row?.log.trim().split(" ")).size).toBe(WRITERS);
  expect(versions.size).toBe(WRITERS);
  expect(refused).toBeGreaterThan(0);
});

test("a process that is killed in the middle of a batch leaves nothing, and its key is free", async () => {
  const { one, all } = clients();
  // Both clients read it, so that both know its version.
  const [shared] = await Promise.all(all.map((client) => client.accounts.get(2)));
  if (!shared) throw new Error("unreachable");
  const batch = (client: (typeof all)[number], retry = 8) =>
    client.atomic(
      (tx) => {
        const account = tx.accounts.create({ name: "half" });
        tx.entries.create({ text: "half", account });
        tx.accounts.update(shared, { log: "half ", count: 1 });
      },
      { key: "half", retry },
    );
  const count = async () => {
    const accounts = await cluster.query("select 1 from accounts where name = 'half'");
    return accounts.length + (await cluster.query("select 1 from entries where text = 'half'")).length;
  };
  const lock = new pg.Client({ connectionString: cluster.postgres.url });
  lock.on("error", () => {}); // Postgres may end before it
  await lock.connect();
  onTestFinished(() => lock.end());
  await lock.query("begin; select * from accounts where id = 2 for update");
  const failed = expect(batch(all[0], 0)).rejects.toThrow();
  const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock'";
  await expect.poll(() => cluster.query(waiting), { timeout: 10_000 }).not.toEqual([]); // its last operation waits
  await one.kill();
  await failed;
  await lock.query("rollback");
  await expect.poll(() => cluster.query("select 1 from pg_locks where locktype = 'advisory'")).toEqual([]); // Postgres noticed
  expect(await count()).toBe(0);
  await batch(all[1]);
  await batch(all[1]);
  expect(await count()).toBe(2);
});
