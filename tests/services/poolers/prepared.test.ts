import { drizzle } from "drizzle-orm/node-postgres";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import pg from "pg";
import { toOne, trestle } from "trestle";
import { drizzleData } from "trestle/drizzle";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { canKeepNames, type RunningPgbouncer, startPgbouncer } from "../../support/pgbouncer.js";
import { type RunningPostgres, startPostgres } from "../../support/postgres.js";

// Without prepared statements in transaction mode, as in Debian 12, pgbouncer may send a name to a connection that does not know it.

const authors = pgTable("authors", { id: integer().primaryKey(), name: text() });
const notes = pgTable("notes", { id: integer().primaryKey(), author_id: integer() });
const t = trestle<{ readonly db: object }>();
const author = t.resource("authors", { id: z.int(), attributes: { name: z.string().nullable() } });
const note = t.resource("notes", {
  id: z.int(),
  attributes: {},
  relationships: { author: toOne("authors").nullable() },
});
function sourceOf(options: { readonly prepare?: boolean }) {
  const data = drizzleData({ db: "db", tables: { authors, notes }, ...options });
  data.source(author, {});
  return data.source(note, {});
}

let postgres: RunningPostgres;
let withoutNames: RunningPgbouncer;
const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
beforeAll(async () => {
  postgres = await startPostgres();
  withoutNames = await startPgbouncer(postgres.url, canKeepNames() ? "max_prepared_statements = 0" : "");
  const client = new pg.Client(postgres.url);
  await client.connect();
  await client.query(`create table authors (id int primary key, name text); create table notes (id int primary key, author_id int);
    insert into authors select n, 'author ' || n from generate_series(1, 9) n; insert into notes select n, n % 9 + 1 from generate_series(1, 99) n`);
  await client.end();
});
afterAll(async () => {
  await withoutNames?.stop();
  await postgres?.stop();
});
beforeEach(() => {
  warn.mockClear();
});

/** Eight connections that send 240 requests. */
async function failures({ url }: RunningPgbouncer, options: { readonly prepare?: boolean }): Promise<number> {
  const source = sourceOf(options);
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  const db = drizzle({ client: pool });
  let failed = 0;
  const send = async (worker: number) => {
    for (let n = 0; n < 30; n++) {
      const page = { offset: 0, limit: (worker % 3) + 1 };
      // biome-ignore lint/suspicious/noExplicitAny: arguments as a pipeline gives them
      const args: any = { ctx: { db }, filter: {}, fields: {}, sort: [], include: { author: true }, page };
      const { data } = await source.getMany(args, { count: false }).catch(() => ({ data: [] }));
      if (data.length !== page.limit) failed++;
    }
  };
  await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(send));
  await pool.end();
  return failed;
}

test("no request fails where a pooler mixes connections up, and one line says how to prevent it", async () => {
  expect(await failures(withoutNames, {})).toBe(0);
  expect(warn.mock.calls).toHaveLength(1);
  expect(String(warn.mock.calls[0])).toMatch(
    /^drizzleData: statements are no longer prepared, because a pooler lost one \((42P05|26000)\)\./,
  );
});

test("prepare: false sends no names there", async () => {
  expect(await failures(withoutNames, { prepare: false })).toBe(0);
  expect(warn.mock.calls).toEqual([]);
});

test.skipIf(!canKeepNames())("a pooler that keeps names gets them by default", async () => {
  const withNames = await startPgbouncer(postgres.url);
  try {
    expect(await failures(withNames, {})).toBe(0);
    expect(warn.mock.calls).toEqual([]);
    const client = new pg.Client(withNames.url);
    await client.connect();
    const { rows } = await client.query(
      "select name from pg_prepared_statements where generic_plans + custom_plans > 0",
    );
    await client.end();
    // pgbouncer gives them names of its own.
    expect(rows).toContainEqual({ name: expect.stringMatching(/^PGBOUNCER_/) });
  } finally {
    await withNames.stop();
  }
});

// It keeps one plan for all names that a client gives a text.
test.skipIf(!canKeepNames())(
  "such a pooler fails one transaction at most after a column changed its type",
  async () => {
    const withNames = await startPgbouncer(postgres.url, "default_pool_size = 1");
    const pool = new pg.Pool({ connectionString: withNames.url, max: 1 });
    try {
      const db = drizzle({ client: pool });
      const source = sourceOf({});
      // biome-ignore lint/suspicious/noExplicitAny: arguments as a pipeline gives them
      const args: any = { filter: {}, fields: {}, sort: [], include: { author: true }, page: { offset: 0, limit: 5 } };
      const read = async (on: object) =>
        (await source.getMany({ ...args, ctx: { db: on } }, { count: false })).data.length;
      const within = () => db.transaction(read);
      for (let n = 0; n < 6; n++) await within();
      await pool.query("alter table authors alter name type varchar(50)");
      await expect(within()).rejects.toThrow();
      for (let n = 0; n < 6; n++) expect(await within()).toBe(5);
      await pool.query("alter table authors alter name type text");
      for (let n = 0; n < 6; n++) expect(await read(db)).toBe(5);
    } finally {
      await pool.end();
      await withNames.stop();
    }
  },
);
