import type { PGlite } from "@electric-sql/pglite";
import { foreignKey, integer, pgTable, serial, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { toMany, trestle } from "trestle";
import { drizzleData } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";

// Tables of pairs as schemas have them: with an id of their own and further columns.

const t = trestle<{ readonly db: unknown }>();
const customers = t.resource("customers", {
  id: z.int(),
  attributes: {},
  relationships: { tags: toMany("tags", { linkage: true }) },
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
// biome-ignore lint/suspicious/noExplicitAny: link tables of several shapes
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

function serve(links: object) {
  const data = drizzleData({ db: "db", tables: { customers: customerTable, tags: tagTable, links } });
  const source = { customers: data.source(customers, {}), tags: data.source(tags, {}) };
  const api = t.router({
    customers: source.customers.routes({
      getOne: { include: ["tags"] },
      changeRelationship: { tags: true },
      editOne: true,
    }),
    tags: source.tags.routes({
      getMany: { filter: { customers: z.int().optional() } },
      changeRelationship: { customers: true },
    }),
  });
  const db = drizzle({ client: pglite }); // it keeps the columns of tables by their names
  const handle = fetchHandler(api, { context: t.context(() => ({ db })) });
  return async (method: string, path: string, data?: unknown) => {
    const body = data === undefined ? {} : { body: JSON.stringify({ data }) };
    const headers = { "content-type": "application/vnd.api+json" };
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
