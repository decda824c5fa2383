import type { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import {
  bigint,
  cidr,
  date,
  inet,
  integer,
  jsonb,
  macaddr,
  macaddr8,
  numeric,
  pgTable,
  text,
} from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { NotFound, trestle } from "trestle";
import { drizzleData } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";

const items = pgTable("items", {
  id: integer().primaryKey(),
  title: text(),
  price: numeric({ precision: 6, scale: 2 }),
  day: date({ mode: "string" }),
  labels: text().array(),
  counts: integer().array(),
  big: bigint({ mode: "number" }),
  address: inet(),
  block: cidr(),
  mac: macaddr(),
  mac8: macaddr8(),
  data: jsonb().$type<z.infer<ReturnType<typeof z.json>>>(),
});
interface Context {
  readonly db: unknown;
  readonly isBroken: boolean;
}
const t = trestle<Context>();
const fields = ["address", "block", "mac", "mac8", "title", "price", "day", "labels", "counts", "data", "big"] as const;
const resource = t.resource("items", {
  id: z.int(),
  attributes: {
    address: z.string().nullable(),
    block: z.string().nullable(),
    mac: z.string().nullable(),
    mac8: z.string().nullable(),
    title: z.string().nullable(),
    price: z.string().nullable(),
    day: z.string().nullable(),
    labels: z.array(z.string()).nullable(),
    counts: z.array(z.number()).nullable(),
    big: z.number().nullable(),
    data: z.json().nullable(),
  },
  editFields: fields,
});
const source = drizzleData({ db: "db", tables: { items } }).source(resource, {
  writable: ({ isBroken }) => (isBroken ? sql`${items.title}::int = 1` : undefined),
});
const api = t.router({
  items: resource.routes(
    resource.getOne({ errors: [NotFound] }, source.getOne),
    resource.editOne({ errors: [NotFound] }, source.editOne),
    resource.deleteOne({ errors: [NotFound] }, source.deleteOne),
  ),
});

let client: PGlite;
const logged: unknown[] = [];
beforeAll(async () => {
  client = await startPglite();
  await client.exec(`create table items (id int primary key, title text, price numeric(6,2), day date, labels text[], counts int[], data jsonb, big bigint,
      address inet, block cidr, mac macaddr, mac8 macaddr8);
    insert into items (id, title) values (1, 'x')`);
});
afterAll(() => client?.close());

async function ask(method: string, attributes?: object, isBroken = false) {
  logged.length = 0;
  const context = t.context(() => ({ db: drizzle({ client }), isBroken }));
  const onError = ({ error }: { readonly error: unknown }) => logged.push(error);
  const handle = fetchHandler(api, { context, onError } as never);
  const body = attributes && JSON.stringify({ data: { type: "items", id: "1", attributes } });
  const headers = { "content-type": "application/vnd.api+json" };
  const response = await handle(new Request("http://x/items/1", body ? { method, headers, body } : { method }));
  const text = await response.text();
  return { status: response.status, error: text ? JSON.parse(text).errors?.[0] : undefined };
}

test.each<[string, unknown]>([
  ["data", { a: "\0" }],
  ["data", "\ud800"],
  ["data", { "\udc00": 1 }],
  ["labels", ["a", "\0"]],
  ["counts", [1, 2 ** 40]],
  ["price", "abc"],
  ["price", "12345678.5"],
  ["day", "2025-02-29"],
  ["day", "0000-01-01"],
  ["day", "soon"],
  ["big", 2 ** 53],
  ["big", -1e300],
])("a value of %s that its column cannot hold is a 422 at the field: %j", async (field, value) => {
  const { status, error } = await ask("PATCH", { title: "y", [field]: value });
  expect([status, error.source]).toEqual([422, { pointer: `/data/attributes/${field}` }]);
  expect(error.detail).toContain(`"${field}" cannot be stored`);
  expect(logged).toEqual([]);
});

test("values that the columns can hold are stored", async () => {
  const values = {
    title: null,
    price: "12.50",
    day: "2024-02-29",
    labels: ["a", ""],
    counts: [1, -2],
    data: [null],
    big: 2 ** 53 - 1,
  };
  expect((await ask("PATCH", values)).error).toBeUndefined();
  expect((await ask("PATCH", { counts: [], labels: null, title: "x" })).status).toBe(200);
});

test("it is a 422 without a field if several fields may be the cause", async () => {
  const { status, error } = await ask("PATCH", { price: "1", day: "2025-02-29" });
  expect([status, error.source?.pointer]).toEqual([422, undefined]);
});

test("a bigint that is too large for a number is an error of the server, not another number", async () => {
  await client.exec("update items set big = 9007199254740993");
  expect((await ask("GET")).status).toBe(500);
  expect(String(logged)).toContain('"items.big" of 1 is too large for a number.');
  await client.exec("update items set big = -9007199254740991");
  expect((await ask("GET")).status).toBe(200);
});

test("a value of the server that Postgres cannot read is a logged 500", async () => {
  expect((await ask("PATCH", { title: "y" }, true)).status).toBe(500);
  expect(logged).toHaveLength(1);
  expect((await ask("DELETE", undefined, true)).status).toBe(500);
  expect(logged).toHaveLength(1);
});

test.each(["address", "block", "mac", "mac8"])(
  "%s that cannot be read is the field of the error, next to texts that can",
  async (name) => {
    const good = {
      address: "2001:db8::1",
      block: "10.1.2.3",
      mac: "08:00:2b:01:02:03",
      mac8: "08:00:2b:01:02:03:04:05",
    };
    expect((await ask("PATCH", good)).status).toBe(200);
    for (const bad of ["rubbish", "", "10.0.0.999"]) {
      const { status, error } = await ask("PATCH", { ...good, [name]: bad });
      expect([status, error?.source]).toEqual([422, { pointer: `/data/attributes/${name}` }]);
    }
  },
);
