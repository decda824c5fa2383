import type { PGlite } from "@electric-sql/pglite";
import { desc, eq, type SQL } from "drizzle-orm";
import { foreignKey, integer, pgTable, primaryKey, serial, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { offsetPage, toMany, trestle } from "trestle";
import { drizzleData, manyToMany } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";

// Tables of pairs as schemas have them: with an id of their own and further columns.

interface Context {
  readonly db: unknown;
  readonly env: string;
}
const t = trestle<Context>();
const customers = t.resource("customers", {
  id: z.int(),
  attributes: {},
  relationships: { tags: toMany("tags", { linkage: true, fanOut: 2 }) },
  createFields: ["id", "tags"],
  editFields: ["tags"],
});
const tags = t.resource("tags", {
  id: z.int(),
  attributes: {},
  relationships: { customers: toMany("customers", { linkage: true }) },
  editFields: ["customers"],
});
const customerTable = pgTable("customers", { id: integer().primaryKey() });
const tagTable = pgTable("tags", { id: integer().primaryKey() });
const ends = () => ({ customer_id: integer().notNull(), tag_id: integer().notNull() });
// biome-ignore lint/suspicious/noExplicitAny: join tables of several shapes
const keys = (pair: any) => [
  foreignKey({ columns: [pair.customer_id], foreignColumns: [customerTable.id] }),
  foreignKey({ columns: [pair.tag_id], foreignColumns: [tagTable.id] }),
];

let pglite: PGlite;
beforeAll(async () => {
  pglite = await startPglite();
  await pglite.exec(`create table customers (id int primary key); create table tags (id int primary key);
    insert into customers values (1), (2); insert into tags values (1), (2), (3)`);
});
beforeEach(() => pglite.exec("drop table if exists customer_tags"));
afterAll(() => pglite?.close());

type Options = NonNullable<Parameters<typeof manyToMany>[1]>;

/** @param options How both sides declare the table of pairs. Without them, foreign keys say it. */
function serve(links: object, options?: Options, inverse = options) {
  const data = drizzleData({ db: "db", tables: { customers: customerTable, tags: tagTable, links } });
  const source = {
    customers: data.source(customers, options ? { relationships: { tags: manyToMany(links as never, options) } } : {}),
    tags: data.source(tags, inverse ? { relationships: { customers: manyToMany(links as never, inverse) } } : {}),
  };
  const api = t.router({
    customers: source.customers.routes({
      getOne: { include: ["tags"] },
      changeRelationship: { tags: true },
      editOne: true,
    }),
    tags: source.tags.routes({
      getMany: { filter: { customers: z.int().optional(), customers__isnull: z.boolean().optional() } },
      getRelated: { customers: { page: offsetPage({ limit: 10 }) } },
      changeRelationship: { customers: true },
    }),
  });
  const db = drizzle({ client: pglite }); // it keeps the columns of tables by their names
  const context = t.context((request: Request) => ({ db, env: request.headers.get("env") ?? "a" }));
  const handle = fetchHandler(api, { context });
  return async (method: string, path: string, data?: unknown, env = "a") => {
    const body = data === undefined ? {} : { body: JSON.stringify({ data }) };
    const headers = { "content-type": "application/vnd.api+json", env };
    const response = await handle(new Request(`http://a.test${path}`, { method, headers, ...body }));
    const text = await response.text();
    return { status: response.status, document: text === "" ? undefined : JSON.parse(text) };
  };
}
const ref = (type: string, ...ids: number[]) => ids.map((id) => ({ type, id: String(id) }));

test.each([
  [
    "a uuid",
    pgTable("customer_tags", { id: uuid().defaultRandom().primaryKey(), ...ends() }, (pair) => [
      ...keys(pair),
      unique().on(pair.customer_id, pair.tag_id),
    ]),
    "id uuid primary key default gen_random_uuid()",
  ],
  [
    "a number, next to a time",
    pgTable(
      "customer_tags",
      { id: serial().primaryKey(), ...ends(), made_at: timestamp().notNull().defaultNow() },
      (pair) => [...keys(pair), unique().on(pair.customer_id, pair.tag_id)],
    ),
    "id serial primary key, made_at timestamp not null default now()",
  ],
])("pairs that have an id of their own are found by foreign keys: %s", async (_, table, columns) => {
  await pglite.exec(`create table customer_tags (${columns}, customer_id int not null references customers,
    tag_id int not null references tags, unique (customer_id, tag_id))`);
  const send = serve(table);
  expect((await send("POST", "/customers/1/relationship/tags", ref("tags", 1, 2))).status).toBe(204);
  expect((await send("POST", "/tags/1/relationship/customers", ref("customers", 1, 2))).status).toBe(204);
  expect((await send("PATCH", "/customers/1/relationship/tags", ref("tags", 3, 2))).status).toBe(204);
  const { document } = await send("GET", "/customers/1?include=tags");
  expect(document.data.relationships.tags.data).toEqual(ref("tags", 2, 3));
  const filtered = await send("GET", "/tags?filter[customers]=2");
  expect(filtered.document.data.map(({ id }: { readonly id: string }) => id)).toEqual(["1"]);
});

const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).join();
const rowsNow = async () =>
  (
    await pglite.query<{ text: string }>(`select concat_ws(' ', customer_id, tag_id, env) as text
  from customer_tags order by 1`)
  ).rows.map(({ text }) => text);
const envs = () => text().notNull().default("a");

test("of a wider key, only the pairs of `where` count", async () => {
  await pglite.exec(`create table customer_tags (customer_id int not null, tag_id int not null, env text not null,
    unique (customer_id, tag_id, env)); insert into customer_tags values (1, 1, 'a'), (1, 1, 'b'), (1, 2, 'b'), (2, 3, 'b')`);
  const table = pgTable("customer_tags", { ...ends(), env: text().notNull() }, (pair) => [
    ...keys(pair),
    unique().on(pair.customer_id, pair.tag_id, pair.env),
  ]);
  const send = serve(table, {
    where: (ctx: Context) => eq(table.env, ctx.env),
    values: (ctx: Context) => ({ env: ctx.env }),
  });
  const linked = async (env: string) =>
    idsOf((await send("GET", "/customers/1", undefined, env)).document.data.relationships.tags.data);
  expect([await linked("a"), await linked("b"), await linked("c")]).toEqual(["1", "1,2", ""]);
  const list = async (path: string, env = "a") => idsOf((await send("GET", path, undefined, env)).document.data);
  expect(await list("/tags?filter[customers]=1")).toBe("1");
  expect(await list("/tags?filter[customers][isnull]=true")).toBe("2,3");
  expect([await list("/tags/3/customers"), await list("/tags/3/customers", "b")]).toEqual(["", "2"]);
  const write = async (method: string, tags: number[], env = "a") =>
    (await send(method, "/customers/1/relationship/tags", ref("tags", ...tags), env)).status;
  expect([await write("POST", [1, 2]), await write("DELETE", [1]), await write("PATCH", [3], "b")]).toEqual([
    204, 204, 204,
  ]);
  expect(await rowsNow()).toEqual(["1 2 a", "1 3 b", "2 3 b"]);
});

test("of a key without the column of `where`, a pair that is there already is a conflict", async () => {
  await pglite.exec(`create table customer_tags (customer_id int not null, tag_id int not null, env text not null default 'a',
    unique (customer_id, tag_id)); insert into customer_tags values (1, 1, 'b')`);
  const table = pgTable("customer_tags", { ...ends(), env: envs() }, (pair) => [
    ...keys(pair),
    unique().on(pair.customer_id, pair.tag_id),
  ]);
  const where = () => eq(table.env, "a");
  const send = serve(table, { where, values: () => ({}) });
  const { status, document } = await send("POST", "/customers/1/relationship/tags", ref("tags", 1));
  expect([status, document.errors[0].source]).toEqual([409, { pointer: "/data" }]);
  expect(await rowsNow()).toEqual(["1 1 b"]);
  expect(() => serve(table, { where })).toThrow(
    'nothing makes a new row of the join table "customer_tags" meet its where. Set it: relationships: { tags: manyToMany(…, { values: (ctx) => ({ … }) }) }.',
  );
});

test("`where` reads the table of pairs", async () => {
  const table = pgTable("customer_tags", { ...ends(), env: envs() }, keys);
  const start = (where: (ctx: Context) => SQL | undefined) => () => serve(table, { where, values: () => ({}) });
  expect(start(() => eq(tagTable.id, 1))).toThrow(
    'data.source(customers): "tags": manyToMany: where: "id" is a column of "tags", which its statements do not read. Use inArray with a subquery.',
  );
  expect(start(({ env }) => (env === "a" ? undefined : eq(table.env, env)))).not.toThrow();
});

test.each([[], ["desc"]])("without a unique pair, each member is there once %s", async (...order) => {
  await pglite.exec(`create table customer_tags (customer_id int, tag_id int, env text not null default 'a');
    insert into customer_tags values (1, 1, 'c'), (1, 1, 'a'), (1, 2, 'b'), (1, 2, 'b'), (1, 3, 'a'), (1, null, 'a'), (2, 1, 'a')`);
  const table = pgTable("customer_tags", { customer_id: integer(), tag_id: integer(), env: envs() }, keys);
  const orderBy = order.map(() => desc(table.env));
  const send = serve(table, { orderBy });
  const all = await send("GET", "/customers/1?include=tags");
  expect(idsOf(all.document.data.relationships.tags.data)).toBe("1,2"); // the limit counts members
  expect(idsOf(all.document.included)).toBe("1,2");
  const related = await send("GET", "/tags/1/customers");
  expect([idsOf(related.document.data), related.document.meta.total]).toEqual(["1,2", 2]);
  const write = async (method: string, path: string, data: object[]) => (await send(method, path, data)).status;
  expect(await write("POST", "/customers/2/relationship/tags", ref("tags", 1, 2, 3))).toBe(204);
  expect(await write("POST", "/tags/3/relationship/customers", ref("customers", 1, 2))).toBe(204);
  expect(await write("DELETE", "/customers/1/relationship/tags", ref("tags", 2))).toBe(204);
  expect(await write("PATCH", "/customers/2/relationship/tags", ref("tags", 3, 2))).toBe(204);
  expect(await rowsNow()).toEqual(["1 1 a", "1 1 c", "1 3 a", "1 a", "2 2 a", "2 3 a"]);
});

test("`values` gets the ids of each pair", async () => {
  await pglite.exec(
    `create table customer_tags (customer_id int, tag_id int, env text, primary key (customer_id, tag_id))`,
  );
  const table = pgTable("customer_tags", { ...ends(), env: text().notNull() }, (pair) => [
    ...keys(pair),
    primaryKey({ columns: [pair.customer_id, pair.tag_id] }),
  ]);
  const values = ({ env }: Context, { from, to }: { from: number; to: number }) => ({ env: `${env}-${from}-${to}` });
  const send = serve(table, { values });
  await send("POST", "/customers/1/relationship/tags", ref("tags", 2, 3));
  await send("POST", "/tags/2/relationship/customers", ref("customers", 2));
  expect(await rowsNow()).toEqual(["1 2 a-1-2", "1 3 a-1-3", "2 2 a-2-2"]);
  expect(() => serve(table)).toThrow(
    '"tags" may be manyToMany(customer_tags), but "customer_tags" also has the column "env".',
  );
  expect(() => serve(table, {})).toThrow(
    '"env" of the join table "customer_tags" must not be null, and nothing sets it. Set it: relationships: { tags: manyToMany(…, { values: (ctx) => ({ env: … }) }) }. Or make "customer_tags" a resource.',
  );
});
