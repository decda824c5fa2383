import type { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { integer, interval, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { cursorPage, offsetPage, trestle } from "trestle";
import { drizzleData } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";

// Who is to blame if a list fails: the cursor that the client sent, the value of a filter, or the server's own SQL.

interface Context {
  readonly db: unknown;
}
const t = trestle<Context>();
const notes = t.resource("notes", {
  id: z.int32(),
  attributes: { text: z.string(), rank: z.int32(), at: z.date().nullable(), span: z.string().nullable() },
});
const table = pgTable("notes", {
  id: integer().primaryKey(),
  text: text().notNull(),
  rank: integer().notNull(),
  at: timestamp(),
  span: interval(),
});
const filters = {
  text_like: (pattern: string) => sql`${table.text} ilike ${pattern}`,
  number: (digits: string) => sql`${table.id} = ${digits}::text::int`,
  any_of: (texts: readonly string[]) => sql`${table.text} = any(${sql.param(texts)}::text[])`,
};

let client: PGlite;
let db: ReturnType<typeof drizzle>;
beforeAll(async () => {
  client = await startPglite();
  db = drizzle({ client });
  await client.exec(`create table notes (id int primary key, text text not null, rank int not null, at timestamp, span interval);
    insert into notes select id, 'Note ' || id, id from generate_series(1, 5) id`);
});
afterAll(() => client?.close());

const logged: unknown[] = [];

function serve(page: object, isInTransaction = false) {
  const data = drizzleData({ db: "db", tables: { notes: table } });
  const source = data.source(notes, { filters });
  const filter = {
    text_like: z.string().optional(),
    number: z.string().optional(),
    any_of: z.array(z.string()).optional(),
    own__text: z.string().optional(),
    text__contains: z.string().optional(),
  };
  const rules = { filter: { own__text: (value: string | undefined) => sql`${table.text} = ${value}` } };
  const options = {
    filter,
    page: page as ReturnType<typeof cursorPage>,
    sort: ["rank", "text", "at", "span"] as const,
  };
  const list = notes.getMany(options, (args) =>
    isInTransaction
      ? data.transaction(args, async (ctx) => source.getMany({ ...args, ctx }, rules))
      : source.getMany(args, rules),
  );
  const api = t.router({ notes: notes.routes(list) });
  const onError = ({ error }: { readonly error: unknown }) => logged.push(error);
  const handle = fetchHandler(api, { context: t.context(() => ({ db })), onError } as never);
  return async (query: string) => {
    logged.length = 0;
    const document = await (await handle(new Request(`http://example.test/notes?${query}`))).json();
    return { document, error: document.errors?.[0] };
  };
}

const cursor = (...keys: unknown[]) => encodeURIComponent(btoa(JSON.stringify(keys)).replaceAll("=", ""));

describe.each([
  ["cursorPage", cursorPage({ size: 2 })],
  ["offsetPage", offsetPage({ limit: 2 })],
])("%s", (_, page) => {
  test("the server's own SQL that fails is a logged 500", async () => {
    const { error } = await serve(page)("filter[number]=abc");
    expect(error).toMatchObject({ status: "500" });
    expect(logged).toHaveLength(1);
  });

  test.each(["text_like", "any_of", "own__text"])("NUL in the filter %s is a 400 at its parameter", async (name) => {
    const parameter = `filter[${name.replace("__", "][")}]`;
    const { error } = await serve(page)(`${parameter}=a%00b`);
    expect(error).toMatchObject({ status: "400", source: { parameter } });
    expect(error.detail).toBe(`${parameter} must not contain the character U+0000.`);
  });

  test("a built-in filter finds nothing with NUL", async () => {
    expect((await serve(page)("filter[text][contains]=a%00b")).document.data).toEqual([]);
  });
});

describe.each([
  ["outside of a transaction", false],
  ["in a transaction", true],
])("a list with a cursor, %s", (_, isInTransaction) => {
  const get = (query: string) => serve(cursorPage({ size: 2 }), isInTransaction)(query);
  const good = cursor("rank,id", "1", "1");
  const bad = cursor("rank,id", "rubbish", "1");

  test("keys that the database cannot read are a 400 at the parameter that has them", async () => {
    const error = (parameter: string) => ({ status: "400", source: { parameter } });
    expect((await get(`sort=rank&page[after]=${bad}`)).error).toMatchObject(error("page[after]"));
    expect((await get(`sort=rank&page[before]=${bad}`)).error).toMatchObject(error("page[before]"));
    expect((await get(`sort=rank&page[after]=${good}&page[before]=${bad}`)).error).toMatchObject(error("page[before]"));
    expect(logged).toEqual([]);
  });

  test.each([
    ["at", "2026-01-01T00:00:00+23:59"],
    ["at", "2026-02-30"],
    ["span", "99999999999999999999 years"],
    ["span", "99999999999 years"],
  ])("a key of %s that no cursor has, %s, is a 400", async (name, key) => {
    const { error } = await get(`sort=${name}&page[after]=${cursor(`${name},id`, key, "1")}`);
    expect(error).toMatchObject({ status: "400", source: { parameter: "page[after]" } });
    expect(logged).toEqual([]);
  });

  test("another failure is a logged 500", async () => {
    const { error } = await get(`sort=rank&page[after]=${good}&filter[number]=abc`);
    expect(error).toMatchObject({ status: "500" });
    expect(logged).toHaveLength(1);
  });

  test("a cursor that fits works", async () => {
    const { document } = await get(`sort=rank&page[after]=${good}&page[before]=${cursor("rank,id", "4", "4")}`);
    expect(document.data.map(({ id }: { id: string }) => id)).toEqual(["2", "3"]);
  });
});
