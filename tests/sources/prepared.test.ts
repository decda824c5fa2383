import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Column, SQL, sql } from "drizzle-orm";
import { drizzle as overNodePostgres } from "drizzle-orm/node-postgres";
import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { drizzle as overPostgresJs } from "drizzle-orm/postgres-js";
import pg from "pg";
import postgres from "postgres";
import { toMany, toOne, trestle } from "trestle";
import { drizzleData } from "trestle/drizzle";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { StatementNames } from "../../src/drizzle/database/statement-names.js";
import { type RunningPostgres, startPostgres } from "../support/postgres.js";

// Statements have names in the connections of a real server, which PGlite does not have.

const authors = pgTable("authors", { id: integer().primaryKey(), name: text().notNull() });
const notes = pgTable("notes", {
  id: integer().primaryKey(),
  text: text().notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
  author_id: integer().references(() => authors.id),
});
const t = trestle<{ readonly db: object }>();
const resources = {
  authors: t.resource("authors", {
    id: z.int(),
    attributes: { name: z.string() },
    relationships: { notes: toMany("notes") },
  }),
  notes: t.resource("notes", {
    id: z.int(),
    attributes: { text: z.string(), at: z.date() },
    relationships: { author: toOne("authors").nullable() },
  }),
};
function sourceOf(options: { readonly prepare?: boolean } = {}) {
  const data = drizzleData({ db: "db", tables: { authors, notes }, ...options });
  data.source(resources.authors, {});
  return { data, notes: data.source(resources.notes, {}) };
}
const { data, notes: source } = sourceOf();

let server: RunningPostgres;
let pool: pg.Pool;
// biome-ignore lint/suspicious/noExplicitAny: Drizzle's database, with any driver
let db: any;
beforeAll(async () => {
  server = await startPostgres();
  const setup = new pg.Client(server.url);
  await setup.connect();
  await setup.query(`
    create table authors (id int primary key, name text not null);
    create table notes (id int primary key, text text not null, at timestamptz not null, author_id int references authors);
    insert into authors select n, 'author ' || n from generate_series(1, 20) n;
    insert into notes select n, 'note ' || n, timestamptz '2026-01-01Z' + n * interval '1.0005 hours', n % 20 + 1
      from generate_series(1, 2000) n;
    create index on notes (author_id);
    analyze`);
  await setup.end();
});
afterAll(() => server.stop());

/** One connection, so that what it keeps can be read. */
beforeEach(() => {
  pool = new pg.Pool({ connectionString: server.url, max: 1 });
  pool.on("error", () => {});
  db = overNodePostgres({ client: pool });
  return () => pool.end();
});

// biome-ignore lint/suspicious/noExplicitAny: arguments as a pipeline gives them
const args = (db: object, more: object = {}): any => ({ ctx: { db }, page: { offset: 0, limit: 5 }, ...more });
async function repeat(times: number, run: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < times; n++) await run();
}
const list = (more: object = {}, from = source, on = db) => from.getMany(args(on, more), { count: false });
const kept = async () =>
  (await pool.query("select name, statement, generic_plans::int from pg_prepared_statements order by name")).rows;

test("a statement has a name from its fifth run, which a transaction uses too", async () => {
  await repeat(4, list);
  expect(await kept()).toEqual([]);
  await list();
  const [{ name, statement }, ...others] = await kept();
  expect(others).toEqual([]);
  expect(name).toMatch(/^trestle_[0-9a-f]{32}$/);
  expect(statement).toContain(`limit 6`);
  await data.transaction({ ctx: { db } }, async (ctx) => list({}, source, (ctx as { db: object }).db));
  expect(await kept()).toMatchObject([{ name }]);
  // Another process gives the same text the same name.
  const other = overNodePostgres({ client: pool });
  await repeat(5, () => list({}, sourceOf().notes, other));
  expect(await kept()).toMatchObject([{ name }]);
});

test("Postgres plans a statement once for all values", async () => {
  const run = (author: number) => list({ filter: { author }, include: { author: true } });
  await repeat(5, () => run(7));
  for (let author = 1; author <= 6; author++) await run(author);
  for (const { generic_plans } of await kept()) expect(generic_plans).toBeGreaterThan(0);
  expect(await kept()).not.toEqual([]);
});

test("prepare: false gives no statement a name", async () => {
  await repeat(7, () => list({}, sourceOf({ prepare: false }).notes));
  expect(await kept()).toEqual([]);
  expect(() => sourceOf({ prepare: "no" as never })).toThrow("drizzleData: prepare must be a boolean.");
});

test("a database has at most 64 names, however many statements it runs", async () => {
  for (let limit = 1; limit <= 70; limit++) await repeat(5, () => list({ page: { offset: 0, limit } }));
  expect(await kept()).toHaveLength(64);
  const names = new StatementNames();
  let count = 0;
  for (let n = 0; n < 10_000; n++) {
    if (await names.add({ query: { sql: `select ${n}` }, named: undefined })) count++;
  }
  expect(count).toBe(64);
  // One that has a name keeps it, though its text was built again.
  expect((await names.add({ query: { sql: "select 7" }, named: undefined }))?.name).toMatch(/^trestle_/);
});

const drivers: Readonly<Record<string, () => { readonly db: object; end(): Promise<unknown> }>> = {
  "a pool of node-postgres": () => ({ db, end: async () => {} }),
  "postgres.js": () => {
    const client = postgres(server.url, { max: 1, onnotice: () => {} });
    return { db: overPostgresJs({ client }), end: () => client.end() };
  },
};

describe.each(Object.entries(drivers))("over %s", (_, connect) => {
  const retype = async (type: string) => {
    const client = new pg.Client(server.url);
    await client.connect();
    await client.query(`alter table notes alter text type ${type}`);
    await client.end();
  };

  test("a column that changes its type fails no request", async () => {
    const { db, end } = connect();
    const read = async () => JSON.stringify((await list({}, source, db)).data);
    const before = await read();
    await repeat(5, read);
    await retype("varchar(100)");
    expect(await Promise.all([read(), read(), read()])).toEqual([before, before, before]);
    await retype("text");
    await repeat(5, async () => expect(await read()).toBe(before));
    await end();
  });

  test("of a transaction that a changed column fails, the repeat succeeds", async () => {
    const { db, end } = connect();
    const read = (db: object) => list({}, source, db);
    const within = () => data.transaction({ ctx: { db } }, (ctx) => read((ctx as { db: object }).db));
    await repeat(6, () => read(db));
    await retype("varchar(100)");
    await within().catch(() => {}); // postgres.js sends it again itself
    expect((await within()).data).toHaveLength(5);
    await retype("text");
    await end();
  });

  test("a source repeats a write of its own that a changed column fails", async () => {
    const { db, end } = connect();
    const edit = () => source.editOne(args(db, { ctx: { db }, id: 1, input: { author: 2 }, fields: {}, include: {} }));
    await repeat(6, edit);
    await retype("varchar(100)");
    expect((await edit()).data).toMatchObject({ text: "note 1" });
    await retype("text");
    await end();
  });
});

describe("a pooler that loses names", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  beforeEach(() => {
    warn.mockClear();
  });
  const warning = [
    "drizzleData: statements are no longer prepared, because a pooler lost one (26000). Pass prepare: false, or set pgbouncer's max_prepared_statements.",
  ];

  test("fails no request, and statements have no names from then on", async () => {
    const before = (await list()).data;
    await repeat(6, list);
    await pool.query("deallocate all");
    expect(await Promise.all([list(), list(), list()])).toMatchObject([{ data: before }, { data: before }, {}]);
    expect(warn.mock.calls).toEqual([warning]);
    await pool.query("deallocate all"); // those that were sent before the first one failed
    await repeat(6, list);
    expect(await kept()).toEqual([]);
  });

  test("fails at most one transaction", async () => {
    const within = () => data.transaction({ ctx: { db } }, (ctx) => list({}, source, (ctx as { db: object }).db));
    await repeat(6, list);
    await pool.query("deallocate all");
    await expect(within()).rejects.toThrow();
    await repeat(3, within);
    expect(warn.mock.calls).toEqual([warning]);
  });

  test("fails no write of a source", async () => {
    const { notes } = sourceOf();
    const edit = () => notes.editOne(args(db, { id: 1, input: { author: 2 }, fields: {}, include: {} }));
    await repeat(6, edit);
    await pool.query("deallocate all");
    expect((await edit()).data).toMatchObject({ text: "note 1" });
    expect(warn.mock.calls).toEqual([warning]);
  });
});

test("rows and children keep their order where Postgres could read parts of a statement at the same time", async () => {
  const parallel = new pg.Pool({ connectionString: `${server.url}?options=-c%20debug_parallel_query%3Don`, max: 1 });
  const include = { author: true, author__notes: true };
  const read = async (db: object) => {
    const { data } = await source.getMany(args(db, { include, sort: [{ field: "at", order: "desc" }] }), {
      count: false,
    });
    return JSON.stringify(data);
  };
  const over = overNodePostgres({ client: parallel });
  expect((await parallel.query("show debug_parallel_query")).rows).toEqual([{ debug_parallel_query: "on" }]);
  expect(await read(over)).toBe(await read(db));
  await parallel.end();
});

test("times have the milliseconds that Postgres has", async () => {
  const { rows } = await pool.query("select id, trunc(extract(epoch from at) * 1000)::float8 as at from notes");
  const { data: all } = await source.getMany(args(db, { page: undefined }), { count: false });
  const at = new Map(all.map((row) => [row.id, row.at.getTime()]));
  for (const row of rows) expect(at.get(row.id)).toBe(row.at);
});

describe("a name of Drizzle that is not public", () => {
  const connection = () => db.select();
  const isOne = process.env.DRIZZLE === "1";
  const names: Readonly<Record<string, () => unknown>> = {
    "the session of a select": () => connection().session.prepareQuery,
    "the dialect of a select": () => connection().dialect.sqlToQuery,
    "the dialect of a transaction": () =>
      db.transaction(async (tx: { select(): { dialect: object } }) => tx.select().dialect === connection().dialect),
    "rollback of a transaction": () => db.transaction(async (tx: object) => "rollback" in tx && !("rollback" in db)),
    "getSQL of a select": () => db.select().from(notes).getSQL(true) instanceof SQL,
    "shouldInlineParams of SQL": () =>
      (sql`1`.inlineParams() as unknown as { shouldInlineParams: boolean }).shouldInlineParams,
    "decoder of SQL": () => (sql`1`.mapWith(notes.id) as unknown as { decoder: unknown }).decoder === notes.id,
    "mapFromDriverValue of a column": () => notes.id.mapFromDriverValue,
    [isOne ? "isNoop of a decoder" : "mapFromDriverValue of all columns"]: () =>
      isOne
        ? (notes.id.mapFromDriverValue as { isNoop?: boolean }).isNoop
        : notes.text.mapFromDriverValue === Column.prototype.mapFromDriverValue,
    ...(isOne && {
      "mapperGenerators of the dialect": () => connection().dialect.mapperGenerators,
      "codecs of the dialect": () => connection().dialect.codecs.get(notes.at, "normalize"),
    }),
  };
  test.each(Object.entries(names))("is still there: %s", async (_, find) => {
    expect(await find()).toBeTruthy();
  });

  test("stands in one file", () => {
    const folder = new URL("../../src/drizzle/", import.meta.url);
    const isPrivate = /\b(_prepare|prepareQuery|_?sqlToQuery|shouldInlineParams|mapperGenerators|codecs|isNoop)\b/;
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .filter((file) => isPrivate.test(readFileSync(new URL(file, folder), "utf8")));
    expect(files).toEqual([join("database", "statements.ts")]);
  });
});
