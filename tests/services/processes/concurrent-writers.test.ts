import { drizzle } from "drizzle-orm/node-postgres";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import pg from "pg";
import { trestle } from "trestle";
import { createClient, PreconditionFailed } from "trestle/client";
import { drizzleData } from "trestle/drizzle";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type RunningPostgres, startPostgres } from "../../support/postgres.js";
import { describeServers } from "../../support/serve.js";

// A hundred, as fast as they can: the test takes about half a minute, because each refused writer reads and tries again.
const WRITERS = 100;

const tables = {
  counters: pgTable("counters", {
    id: integer().primaryKey(),
    log: text().notNull(),
    count: integer().notNull(),
    version: integer().notNull(),
  }),
};

interface Context {
  // biome-ignore lint/suspicious/noExplicitAny: Drizzle's database
  readonly db: any;
}

let server: RunningPostgres;
let pool: pg.Pool;
beforeAll(async () => {
  server = await startPostgres();
  pool = new pg.Pool({ connectionString: server.url, max: 20 });
  pool.on("error", () => {}); // the server ends before its idle connections
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

function makeApi() {
  const t = trestle<Context>();
  const counters = t.resource("counters", {
    id: z.int32(),
    attributes: { log: z.string(), count: z.int32(), version: z.int32() },
    editFields: ["log", "count"],
    version: { field: "version", required: true },
  });
  const data = drizzleData({ db: "db", tables });
  const source = data.source(counters, {});
  const routes = { counters: counters.routes(counters.getOne(source.getOne), counters.editOne(source.editOne)) };
  return t.router(routes, { transaction: data.transaction });
}

describeServers("a versioned row in Postgres", (serve) => {
  test(`of ${WRITERS} writers at once no update is lost, and every response is right`, async () => {
    await pool.query(`drop table if exists counters;
      create table counters (id int primary key, log text not null, count int not null, version int not null);
      insert into counters values (1, '', 0, 1)`);
    const api = makeApi();
    const db = drizzle({ client: pool });
    const { origin, logged } = await serve(api as never, { context: () => ({ db }) } as never);
    const client = createClient<typeof api>({ url: `${origin}/api` });
    const versions: number[] = [];
    let refused = 0;
    const write = async (writer: number): Promise<void> => {
      let mine = await client.counters.get(1);
      for (;;) {
        const next = { log: `${mine.log}${writer} `, count: mine.count + 1 };
        const { data, error } = await client.counters.update(mine, next).safe();
        if (data) {
          // The response shows this write, and no later one.
          expect(data).toMatchObject({ ...next, version: mine.version + 1 });
          versions.push(data.version);
          return;
        }
        if (!(error instanceof PreconditionFailed)) throw error;
        refused++;
        expect(error.current.version).toBeGreaterThan(mine.version);
        expect(error.current.count).toBe(error.current.version - 1);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 500)); // all at once, most would be refused again
        mine = await client.counters.get(1);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    const { rows } = await pool.query("select * from counters");
    expect(rows).toMatchObject([{ count: WRITERS, version: WRITERS + 1 }]);
    const writers = rows[0].log.trim().split(" ").map(Number);
    expect(writers.sort((a: number, b: number) => a - b)).toEqual(Array.from({ length: WRITERS }, (_, index) => index));
    expect(versions).toHaveLength(WRITERS);
    expect(new Set(versions).size).toBe(WRITERS);
    expect(refused).toBeGreaterThan(0);
    expect(logged).toEqual([]);
  }, 120_000);

  test("a statement that outlasts the timeout is cancelled, and nothing is committed", async () => {
    await pool.query(`drop table if exists counters;
      create table counters (id int primary key, log text not null, count int not null, version int not null);
      insert into counters values (1, '', 0, 1)`);
    const api = makeApi();
    const db = drizzle({ client: pool });
    const { origin, logged } = await serve(api as never, { context: () => ({ db }), timeout: 300 } as never);
    const client = createClient<typeof api>({ url: `${origin}/api` });
    const counter = await client.counters.get(1);
    const other = await pool.connect();
    await other.query("begin; select * from counters for update");
    const { error } = await client.counters.update(counter, { count: 7 }).safe();
    expect(error).toMatchObject({ status: 503, code: "timeout" });
    await expect.poll(() => logged.length).toBe(2);
    expect(logged[1]).toContain("failed after its timeout");
    const { rows: waiting } = await pool.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'");
    expect(waiting).toEqual([]); // Postgres cancelled it, although the lock is still held
    await other.query("rollback");
    other.release();
    expect((await pool.query("select count, version from counters")).rows).toEqual([{ count: 0, version: 1 }]);
  });
});
