import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { sqliteTable, text as sqliteText } from "drizzle-orm/sqlite-core";
import { NotFound, trestle } from "trestle";
import { drizzleData } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";
import { sqliteFile } from "./sqlite-bed.js";

// The id's schema accepts these ids, and the id's column holds none of them. So no row has them, and no statement has to say so.

interface Context {
  readonly db: unknown;
}
const t = trestle<Context>();
const attributes = { title: z.string() };
const plans = t.resource("plans", { id: z.int(), attributes, editFields: ["title"] });
const notes = t.resource("notes", { id: z.string(), attributes, editFields: ["title"] });

const pgPlans = pgTable("plans", { id: integer().primaryKey(), title: text().notNull() });
const pgNotes = pgTable("notes", { id: text().primaryKey(), title: text().notNull() });
const sqliteNotes = sqliteTable("notes", { id: sqliteText().primaryKey(), title: sqliteText().notNull() });

const onPostgres = drizzleData({ db: "db", tables: { plans: pgPlans, notes: pgNotes } });
const onSqlite = drizzleData({ db: "db", tables: { notes: sqliteNotes } });
const operations = {
  getOne: { errors: [NotFound] },
  editOne: { errors: [NotFound] },
  deleteOne: { errors: [NotFound] },
} as const;
const withNotes = { ...operations, getMany: { filter: { id__in: z.array(z.string()).optional() } } } as const;
const withPlans = { ...operations, getMany: { filter: { id__in: z.array(z.int()).optional() } } } as const;
const postgres = t.router({
  plans: onPostgres.source(plans, {}).routes(withPlans),
  notes: onPostgres.source(notes, {}).routes(withNotes),
});
const sqlite = t.router({ notes: onSqlite.source(notes, {}).routes(withNotes) });

const statements: string[] = [];
const logger = { logQuery: (text: string) => void statements.push(text) };
const DDL = "create table notes (id text primary key, title text not null); insert into notes values ('1', 'One');";
let pglite: Awaited<ReturnType<typeof startPglite>>;
let file: Awaited<ReturnType<typeof sqliteFile>>;
beforeAll(async () => {
  pglite = await startPglite();
  await pglite.exec(
    `${DDL} create table plans (id int primary key, title text not null); insert into plans values (1, 'One')`,
  );
  file = await sqliteFile();
  await file.exec(DDL);
});
afterAll(async () => {
  await pglite?.close();
  await file?.close();
});

const handlers = {
  postgres: () => fetchHandler(postgres, { context: t.context(() => ({ db: drizzle({ client: pglite, logger }) })) }),
  sqlite: () => fetchHandler(sqlite, { context: t.context(() => ({ db: file.db })) }),
};

describe.each([
  { database: "postgres", type: "plans", id: "99999999999" },
  { database: "postgres", type: "notes", id: "a%00" },
  { database: "sqlite", type: "notes", id: "a%00" },
] as const)("$database: the id $id of $type", ({ database, type, id }) => {
  const sent = () => (database === "postgres" ? statements : file.statements);
  beforeEach(() => sent().splice(0));
  const ask = async (method: string, path: string) => {
    const body = JSON.stringify({ data: { type, id: decodeURIComponent(id), attributes: { title: "Two" } } });
    const headers = { "content-type": "application/vnd.api+json" };
    const init = method === "PATCH" ? { method, headers, body } : { method };
    const response = await handlers[database]()(new Request(`http://a.test/${type}${path}`, init));
    const { data } = (await response.json()) as { data?: unknown };
    return { status: response.status, data, statements: sent().length };
  };

  test("is a 404, and a read of it sends no statement", async () => {
    expect(await ask("GET", `/${id}`)).toEqual({ status: 404, data: undefined, statements: 0 });
    expect(await ask("GET", "/1")).toMatchObject({ status: 200, data: { id: "1" }, statements: 1 }); // the log is on
  });

  test("is a 404 for writes", async () => {
    expect(await ask("PATCH", `/${id}`)).toMatchObject({ status: 404 });
    expect(await ask("DELETE", `/${id}`)).toMatchObject({ status: 404 });
  });

  test("is in no list, and other ids of the same filter are", async () => {
    expect(await ask("GET", `?filter[id][in]=${id}`)).toMatchObject({ status: 200, data: [] });
    expect(await ask("GET", `?filter[id][in]=${id},1`)).toMatchObject({ status: 200, data: [{ id: "1" }] });
  });
});
