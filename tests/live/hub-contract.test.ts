import pg from "pg";
import postgresJs from "postgres";
import { memoryHub } from "trestle/live";
import { migrate, postgresHub, type SqlValue } from "trestle/postgres";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { until } from "../support/every-server.js";
import { type RunningPostgres, startPostgres } from "../support/postgres.js";
import { hear, hubContract, idsSince, noticeOf } from "./hub-contract.js";

hubContract("memory", {
  async make() {
    const hub = memoryHub({ keep: 3000 });
    return {
      process: () => hub,
      age: () => hub.publish(Array.from({ length: 3000 }, (_, index) => noticeOf(`old ${index}`))),
    };
  },
});

let postgres: RunningPostgres;
let count = 0;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

interface Context {
  readonly db: pg.ClientBase;
}

/** A database of its own. */
async function database() {
  const name = `live_${++count}`;
  const admin = new pg.Client(postgres.url);
  admin.on("error", () => {}); // when the server crashes
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = postgres.url.replace(/\/postgres$/, `/${name}`);
  const newPool = () => {
    const pool = new pg.Pool({ connectionString: url, max: 5 });
    pool.on("error", () => {}); // of idle connections that are cut
    onTestFinished(() => pool.end());
    return pool;
  };
  onTestFinished(() => admin.end());
  const pool = newPool();
  await migrate(pool);
  await migrate(pool);
  const hub = (keep?: number) =>
    postgresHub<Context>(newPool(), {
      keep,
      pollEvery: 100,
      query: (ctx, sql, values) => ctx.db.query(sql, values),
    });
  return { admin, name, url, pool, hub };
}

hubContract("Postgres", {
  async make() {
    const { admin, name, hub } = await database();
    return {
      process: () => hub(),
      async age() {
        await new Promise((resolve) => setTimeout(resolve, 5));
        await hub(1).publish([]); // removes everything that is older than a millisecond
      },
      async cut() {
        await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
      },
    };
  },
});

hubContract("Postgres with postgres.js", {
  async make() {
    const { url } = await database();
    const hub = (keep?: number) => {
      const sql = postgresJs(url, { max: 3, onnotice: () => {} });
      onTestFinished(() => sql.end());
      const query = async (text: string, values: SqlValue[]) => ({ rows: await sql.unsafe(text, values) });
      return postgresHub({ query }, { keep, pollEvery: 100, listen: (channel, wake) => sql.listen(channel, wake) });
    };
    return {
      process: () => hub(),
      async age() {
        await new Promise((resolve) => setTimeout(resolve, 5));
        await hub(1).publish([]);
      },
    };
  },
});

describe("Postgres hub", () => {
  test("hears transactions that commit in another order than they wrote, once each", async () => {
    const { pool, hub } = await database();
    const listening = hub();
    const { ids, batches, position } = await hear(listening);
    const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
    for (const [index, db] of clients.entries()) {
      await db.query("begin");
      await listening.record?.({ db }, [noticeOf(index)]);
    }
    const end = async (index: number, how: "commit" | "rollback") => {
      await clients[index]?.query(how);
      clients[index]?.release();
      await listening.wake?.();
    };
    await end(2, "commit");
    await until(() => ids.includes("2"), "the last that wrote");
    const [between = { position: "" }] = batches;
    await listening.publish([noticeOf("outside")]);
    await until(() => ids.includes("outside"), "a notice that is published meanwhile");
    await end(1, "rollback");
    await end(0, "commit");
    await until(() => ids.includes("0"), "the first that wrote");
    await new Promise((resolve) => setTimeout(resolve, 250)); // two more polls
    expect(ids).toEqual(["2", "outside", "0"]);
    expect((await idsSince(listening, position))?.sort()).toEqual(["0", "2", "outside"]);
    expect((await idsSince(listening, between.position))?.sort()).toEqual(["0", "outside"]);
  });

  test("hears what was recorded by a process that died before it could notify", async () => {
    const { pool, hub } = await database();
    const listening = hub();
    const { ids } = await hear(listening);
    const db = await pool.connect();
    await db.query("begin");
    await hub().record?.({ db }, [noticeOf(1)]);
    await db.query("commit");
    db.release();
    await until(() => ids.length === 1, "the notice, found by a poll");
  });

  test("keeps the rows that a running transaction could still make somebody look for", async () => {
    const { pool, hub } = await database();
    const listening = hub();
    const slow = await pool.connect();
    await slow.query("begin");
    await slow.query("select pg_current_xact_id()");
    const { position } = await hear(listening);
    await listening.publish([noticeOf(1)]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await hub(1).publish([noticeOf(2)]);
    expect((await idsSince(listening, position))?.sort()).toEqual(["1", "2"]);
    await slow.query("rollback");
    slow.release();
    await hub(1).publish([]);
    expect(await idsSince(listening, position)).toBeUndefined();
  });

  test("hears each notice once while very many transactions run, and a client continues where it was", async () => {
    const { admin, pool, hub } = await database();
    const listening = hub();
    const { ids, resets } = await hear(listening);
    const running = await Promise.all(
      Array.from({ length: 85 }, async () => {
        const db = new pg.Client(postgres.url);
        onTestFinished(() => db.end());
        await db.connect();
        return db;
      }),
    );
    // The ids of a new server are so short that more transactions would be needed.
    for (let id = 0; id < 1000; ) id = Number((await pool.query("select pg_current_xact_id()::text as id")).rows[0].id);
    const begin = (db: pg.Client) => db.query("begin; select pg_current_xact_id()");
    const publish = async (from: number) => {
      const published = Array.from({ length: 200 }, (_, index) => `${from + index}`);
      for (const id of published) await listening.publish([noticeOf(id)]);
      return published;
    };
    for (const db of running.slice(0, 20)) await begin(db);
    const before = await publish(0);
    for (const db of running.slice(20)) await begin(db);
    const { position } = await hear(hub());
    const after = await publish(200);
    await until(() => ids.includes("399"), "all notices");
    await new Promise((resolve) => setTimeout(resolve, 250)); // two more polls
    const { rows } = await admin.query("select length(pg_current_snapshot()::text) as length");
    expect(rows[0].length).toBeGreaterThan(400);
    expect(ids).toEqual([...before, ...after]);
    expect(resets).toEqual([]);
    expect(position.length).toBeLessThanOrEqual(400);
    expect(await idsSince(hub(), position)).toEqual(after);
  });

  test("resets a reader that slept until rows were gone, and a position of another server", async () => {
    const { pool, hub } = await database();
    const listening = hub();
    const first = await hear(listening);
    await first.close();
    await listening.publish([noticeOf(1)]);
    const { rows } = await pool.query("select pg_snapshot_xmax(pg_current_snapshot())::text as xmax");
    const future = `${Number(rows[0].xmax) + 1000}`;
    expect(await idsSince(listening, `${future}:${future}:`)).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await hub(1).publish([]);
    expect(await idsSince(listening, first.position)).toBeUndefined();
  });

  test("removes old rows in small steps", async () => {
    const { pool, hub } = await database();
    await pool.query(
      "insert into trestle_live_notices (notices, published_at) select '[]', now() - interval '2 hours' from generate_series(1, 2500)",
    );
    await hub().publish([noticeOf(1)]);
    const { rows } = await pool.query("select count(*)::integer as count from trestle_live_notices");
    expect(rows).toEqual([{ count: 1 }]);
  });

  test("a connection that fails while it begins to listen is replaced by one, and a read that fails is repeated", async () => {
    const { pool } = await database();
    let begun = 0;
    let open = 0;
    let wrong = 2;
    let reads = 0;
    const errors: unknown[] = [];
    const hub = postgresHub<Context>(
      {
        async query(sql, values) {
          if (sql.includes("is_lost") && reads++ === 1) throw new Error("The read fails.");
          return pool.query(sql, values);
        },
      },
      {
        pollEvery: 60_000,
        async listen(_channel, wake, lost) {
          begun++;
          if (wrong-- > 0) {
            const error = new Error("The connection broke.");
            lost(error); // as node-postgres does: an event, and then the statement fails
            throw error;
          }
          open++;
          setTimeout(wake, 20);
          return () => {
            open--;
          };
        },
      },
    );
    const { close } = await hub.subscribe({ hear: () => {}, reset: () => {}, fail: (error) => errors.push(error) });
    await until(() => reads === 3, "the read that is repeated, long before the next poll");
    await new Promise((resolve) => setTimeout(resolve, 300)); // time for connections that should not be
    expect([begun, open, errors.length]).toEqual([3, 1, 3]);
    await close();
    expect(open).toBe(0);
  });

  test("continues after the server crashed and started again", async () => {
    const { hub } = await database();
    const listening = hub();
    const { ids, errors } = await hear(listening);
    await listening.publish([noticeOf(1)]);
    await until(() => ids.length === 1, "the first notice");
    await postgres.crash();
    await expect(listening.publish([noticeOf("lost")])).rejects.toThrow();
    await postgres.restart();
    await listening.publish([noticeOf(2)]);
    await until(() => ids.includes("2"), "the notice after the restart");
    expect(errors.length).toBeGreaterThan(0);
  });

  test("hears what is written after a crash by transactions whose ids were used before it", async () => {
    const { pool, hub } = await database();
    const listening = hub();
    await listening.publish([noticeOf("before")]);
    // What these transactions wrote is not on the disk yet, so the server forgets them.
    for (let id = 0; id < 20; id++) {
      await pool.query(
        "begin; select pg_current_xact_id(); insert into trestle_live_notices (notices) values ('[]'); rollback",
      );
    }
    const { position, ids, resets } = await hear(listening);
    await postgres.crash();
    await postgres.restart();
    const again = hub();
    const after = Array.from({ length: 40 }, (_, index) => `after ${index}`);
    for (const id of after) await again.publish([noticeOf(id)]);
    expect(await idsSince(again, position)).toEqual(after);
    await until(() => ids.includes("after 39"), "the last notice");
    if (resets.length === 0) expect(ids).toEqual(after); // a reader that reads before the ids are used sees that they are missing
  });
});
