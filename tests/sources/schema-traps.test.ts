import type { PGlite } from "@electric-sql/pglite";
import { and, desc, eq, exists, type SQL, sql } from "drizzle-orm";
import { integer, type PgDatabase, pgSchema, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { Conflict, Forbidden, NotFound, offsetPage, toMany, toOne, trestle } from "trestle";
import { drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";

// Tables of a schema, names that Postgres cuts, fields named as columns of other fields, comments in SQL, and orders by columns of pairs.

const app = pgSchema("app");
const boards = app.table("boards", {
  id: integer().primaryKey(),
  title: text().notNull(),
  tenant: integer().notNull(),
});
const cards = app.table(
  "cards",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    board_id: integer().notNull(),
    name: text().notNull(),
    label: text().notNull(),
    size: integer().generatedAlwaysAs(sql`length(name)`),
  },
  (table) => [unique("cards_name").on(table.board_id, table.name)],
);
const links = app.table("links", { one: integer(), other: integer(), weight: integer() }, (t) => [
  primaryKey({ columns: [t.one, t.other] }),
]);
const codes = app.table("codes", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  tenant: integer(),
  code: text().unique(),
});

/** Postgres cuts names after 63 bytes, so it would see one name. */
const ONE = "longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglong_one";
const TWO = "longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglong_two";

interface Context {
  // biome-ignore lint/suspicious/noExplicitAny: the types of Drizzle's databases differ between 0.45 and 1.0
  readonly db: PgDatabase<any, any, any>;
  readonly tenant: number | undefined;
}
const t = trestle<Context>();
const boardResource = t.resource("boards", {
  id: z.int32(),
  attributes: { title: z.string(), [ONE]: z.string(), [TWO]: z.string() },
  relationships: { cards: toMany("cards", { linkage: true }) },
});
const cardResource = t.resource("cards", {
  id: z.int32(),
  attributes: { name: z.string(), label: z.string(), size: z.int().nullable(), [ONE]: z.string(), [TWO]: z.string() },
  relationships: { board: toOne("boards"), next: toMany("cards", { linkage: true }) },
  createFields: ["name", "board"],
});
const codeResource = t.resource("codes", {
  id: z.int32(),
  attributes: { code: z.string().nullable() },
  createFields: ["code"],
});

const data = drizzleData({ db: "db", tables: { boards, cards, codes } });
const boardSource = data.source(boardResource, {
  columns: { [ONE]: sql<string>`lower(${boards.title}) -- small`, [TWO]: sql<string>`upper(${boards.title})` },
  relationships: { cards: hasMany(cards.board_id, { orderBy: sql`${cards.label} desc -- the last is first` }) },
  scope: ({ tenant }) => (tenant === undefined ? undefined : eq(boards.tenant, tenant)),
});
const cardSource = data.source(cardResource, {
  columns: {
    name: cards.label,
    label: sql<string>`upper(${cards.name})`,
    [ONE]: sql<string>`${cards.name} || '1'`,
    [TWO]: sql<string>`${cards.name} || '2'`,
  },
  relationships: { next: manyToMany(links, { from: links.one, to: links.other, orderBy: [desc(links.weight)] }) },
  scope: ({ db, tenant }: Context) => {
    const own = and(eq(boards.id, cards.board_id), eq(boards.tenant, tenant ?? 0));
    return tenant === undefined ? undefined : exists(db.select({ id: boards.id }).from(boards).where(own));
  },
  values: () => ({ name: sql`'made' -- by the server` }),
});
const scopes: Record<number, SQL> = { 1: eq(codes.tenant, 1), 2: sql`false` };
const codeSource = data.source(codeResource, { scope: ({ tenant }) => scopes[tenant ?? 0] });

const errors = [Conflict, NotFound];
const api = t.router({
  boards: boardResource.routes(
    boardResource.getMany(
      { include: ["cards", "cards__next"], sort: [ONE, TWO], page: offsetPage() },
      boardSource.getMany,
    ),
  ),
  cards: cardResource.routes(
    cardResource.getMany({ sort: [`board__${ONE}`, `board__${TWO}`, "id"], page: offsetPage() }, cardSource.getMany),
    cardResource.getOne({ include: ["next", "board"], errors }, cardSource.getOne),
    cardResource.createOne({ errors }, cardSource.createOne),
  ),
  codes: codeResource
    .routes(
      codeResource.getMany({ page: offsetPage() }, codeSource.getMany),
      codeResource.createOne({ errors: [Conflict, Forbidden] }, codeSource.createOne),
    )
    .actions({
      touch: codeResource.command({ returns: codeResource }, ({ ctx, id }) => codeSource.editOne({ ctx, id })),
      rename: codeResource.command({ returns: codeResource }, ({ ctx, id }) =>
        codeSource.editOne({ ctx, id }, { values: { code: "taken" } }),
      ),
    }),
});

let client: PGlite;
const logged: unknown[] = [];
beforeAll(async () => {
  client = await startPglite();
  await client.exec(`create schema app; set search_path = app;
    create table boards (id int primary key, title text not null, tenant int not null);
    create table cards (id int primary key generated always as identity, board_id int not null references boards, name text not null,
      label text not null, size int generated always as (length(name)) stored, constraint cards_name unique (board_id, name));
    create table links (one int, other int, weight int, primary key (one, other));
    create table codes (id int primary key generated always as identity, tenant int, code text unique);
    insert into boards values (1, 'First', 1), (2, 'Second', 2);
    insert into cards (board_id, name, label) values (1, 'a', 'x'), (1, 'b', 'y'), (1, 'c', 'z'), (2, 'a', 'x');
    insert into links values (1, 2, 5), (1, 3, 7), (2, 1, 0), (1, 1, 6), (1, 4, 9);
    insert into codes (tenant, code) values (1, 'taken');
    set search_path = public`);
});
beforeEach(() => {
  logged.length = 0;
});
afterAll(() => client?.close());

async function ask(path: string, tenant: number | undefined = undefined, fields?: object) {
  const context = t.context(() => ({ db: drizzle({ client }), tenant }));
  const onError = ({ error }: { readonly error: unknown }) => void logged.push(error);
  const handle = fetchHandler(api, { context, onError });
  const headers = { "content-type": "application/vnd.api+json" };
  const body = JSON.stringify({ data: { type: path.slice(1), ...fields } });
  const url = `http://x${path}`;
  const response = await handle(new Request(url, fields === undefined ? {} : { method: "POST", headers, body }));
  const { data, included = [], errors } = await response.json();
  return { status: response.status, data, included, error: errors?.[0]?.detail };
}
// biome-ignore lint/suspicious/noExplicitAny: parts of documents
const idsOf = (linkage: any) => linkage.data.map(({ id }: { readonly id: string }) => id);

test("includes have fields with the names of other columns, and long names", async () => {
  const { data, included } = await ask("/boards?include=cards.next");
  expect(idsOf(data[0].relationships.cards)).toEqual(["3", "2", "1"]);
  // biome-ignore lint/suspicious/noExplicitAny: parts of documents
  const first = included.find(({ id }: any) => id === "1");
  expect(first.attributes).toEqual({ name: "x", label: "A", size: 1, [ONE]: "a1", [TWO]: "a2" });
  expect(data[1].attributes).toEqual({ title: "Second", [ONE]: "second", [TWO]: "SECOND" });
});

test("long names order rows by the columns of related rows", async () => {
  const { data } = await ask(`/cards?sort=-board__${ONE},board__${TWO},-id`);
  expect(idsOf({ data })).toEqual(["4", "3", "2", "1"]);
});

test("members are in the order of a column of their pairs, also members of the same type", async () => {
  const all = await ask("/cards/1?include=next");
  expect(idsOf(all.data.relationships.next)).toEqual(["4", "3", "1", "2"]);
  expect(idsOf((await ask("/cards/1", 1)).data.relationships.next)).toEqual(["3", "1", "2"]);
});

test("a scope of exists holds for reads and writes, and its columns are those that conflicts are within", async () => {
  const { data } = await ask("/cards?sort=id", 2);
  expect(idsOf({ data })).toEqual(["4"]);
  expect((await ask("/cards/1", 2)).status).toBe(404);
  const fields = (board: string) => ({
    attributes: { name: "new" },
    relationships: { board: { data: { type: "boards", id: board } } },
  });
  expect((await ask("/cards", 2, fields("1"))).status).toBe(404);
  const made = await ask("/cards", 2, fields("2"));
  expect([made.status, made.data.attributes.label, made.data.attributes.size]).toEqual([201, "MADE", 4]);
  expect((await ask("/cards", 2, fields("2"))).status).toBe(409);
  expect(logged).toEqual([]);
});

test("a scope that shows its columns only for some callers is checked for each of them", async () => {
  const taken = { attributes: { code: "taken" } };
  expect((await ask("/codes", undefined, taken)).status).toBe(409); // sees all rows
  expect((await ask("/codes", 2)).data).toEqual([]);
  expect(logged).toEqual([]);
  for (const tenant of [1, 2]) expect((await ask("/codes", tenant, taken)).status).toBe(500);
  expect((await ask("/codes", 1)).status).toBe(200); // a read tells nothing
  expect((await ask("/codes/1/touch", 1, {})).status).toBe(200);
  expect((await ask("/codes/1/rename", 1, {})).status).toBe(500); // `values` of the call
  for (const error of logged) expect(String(error)).toContain('acrossScopes: ["codes_code_unique"]');
  expect(logged).toHaveLength(3);
});
