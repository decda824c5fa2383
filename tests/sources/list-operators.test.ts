import { sql } from "drizzle-orm";
import { bigint, date, integer, jsonb, numeric, pgEnum, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { trestle } from "trestle";
import { drizzleData, mapped, tableResource } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { openapi } from "trestle/openapi";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";

const color = pgEnum("color", ["red", "light blue"]);
const things = pgTable("things", {
  id: integer().primaryKey(),
  words: text().array().notNull(),
  colors: color().array(),
  keys: uuid().array(),
  counts: bigint({ mode: "bigint" }).array(),
  prices: numeric().array(),
  days: date({ mode: "string" }).array(),
  times: timestamp({ withTimezone: true }).array(),
  parts: jsonb().$type<string[]>(),
  csv: text().notNull(),
});
const t = trestle<{ readonly db: unknown }>();
const resource = tableResource(t, "things", things, {
  omit: [],
  attributes: {
    parts: z.array(z.string()).nullable(),
    csv: z.array(z.string()),
    made: z.array(z.string()),
    typed: z.array(z.string()),
    upper: z.array(z.string()),
  },
});
const data = drizzleData({ db: "db", tables: { things } });
const source = data.source(resource, {
  columns: {
    csv: mapped(things.csv, { read: (all) => all.split(","), write: (all: string[]) => all.join(",") }),
    made: sql<string[]>`string_to_array(${things.csv}, ',')`,
    typed: sql<string[]>`string_to_array(${things.csv}, ',')`.mapWith(things.words),
    upper: mapped(things.words, { read: (all) => all.map((one) => one.toUpperCase()), write: (all: string[]) => all }),
  },
});
const ofOne = {
  words__has: z.string(),
  colors__has: z.enum(["red", "light blue"]),
  keys__has: z.string(),
  counts__has: z.bigint(),
  prices__has: z.string(),
  days__has: z.string(),
  times__has: z.date(),
  parts__has: z.string(),
  typed__has: z.string(),
};
const ofSeveral = {
  words__hasall: z.array(z.string()),
  words__hasany: z.array(z.string()),
  colors__hasany: z.array(z.enum(["red", "light blue"])),
  counts__hasall: z.array(z.bigint()),
  prices__hasany: z.array(z.string()),
  times__hasall: z.array(z.date()),
  parts__hasall: z.array(z.string()),
  parts__hasany: z.array(z.string()),
};
const router = t.router({
  things: source.routes({ getMany: { filter: z.object({ ...ofOne, ...ofSeveral }).partial().shape } }),
});

let client: Awaited<ReturnType<typeof startPglite>>;
let ask: (filter: string) => Promise<unknown>;
beforeAll(async () => {
  client = await startPglite();
  await client.exec(`create type color as enum ('red', 'light blue');
    create table things (id int primary key, words text[] not null, colors color[], keys uuid[], counts bigint[], prices numeric[],
      days date[], times timestamptz[], parts jsonb, csv text not null);
    insert into things values (1, '{a,"b, c",%}', '{red,"light blue"}', '{00000000-0000-4000-8000-00000000000a}', '{1,9007199254740993}',
      '{1.50}', '{2026-01-01}', '{2026-01-01T12:00:00Z}', '["a", "b, c"]', 'x,y'), (2, '{}', null, null, '{1}', null, null, null, '"a"', ''),
      (3, '{b}', '{null}', '{null}', '{null}', '{null}', '{null}', '{null}', '{"a": 1}', 'y')`);
  const db = drizzle({ client });
  const handle = fetchHandler(router, { context: t.context(() => ({ db })) });
  ask = async (filter) => {
    const response = await handle(new Request(`http://localhost/things?${filter}&fields[things]=words`));
    const { data, errors } = await response.json();
    return errors ? [response.status, errors[0].source.parameter] : data.map(({ id }: { id: string }) => Number(id));
  };
});
afterAll(() => client?.close());

test.each([
  ["filter[words][has]=a", [1]],
  ["filter[words][has]=b, c", [1]],
  ["filter[words][has]=A", []],
  ["filter[words][hasall]=%25,b\\, c", [1]],
  ["filter[words][hasall]=a,b", []],
  ["filter[words][hasall]=", [1, 2, 3]],
  ["filter[words][hasany]=a,b", [1, 3]],
  ["filter[words][hasany]=", []],
  ["filter[colors][has]=light blue", [1]],
  ["filter[colors][hasany]=red,light blue", [1]],
  ["filter[keys][has]=00000000-0000-4000-8000-00000000000A", [1]],
  ["filter[keys][has]=no uuid", []],
  ["filter[counts][has]=9007199254740993", [1]],
  ["filter[counts][hasall]=1", [1, 2]],
  ["filter[counts][has]=99999999999999999999", []],
  ["filter[counts][hasall]=1,99999999999999999999", []],
  ["filter[prices][has]=1.5", [1]],
  ["filter[prices][hasany]=2,1.5", [1]],
  ["filter[prices][has]=rubbish", [400, "filter[prices][has]"]],
  ["filter[prices][hasany]=1,rubbish", [400, "filter[prices][hasany]"]],
  ["filter[days][has]=2026-01-01", [1]],
  ["filter[days][has]=2026-02-30", [400, "filter[days][has]"]],
  ["filter[times][has]=2026-01-01T13:00:00%2B01:00", [1]],
  ["filter[times][hasall]=2026-01-01T12:00:00Z,2026-01-02", []],
  ["filter[parts][has]=a", [1]], // other rows hold "a" as a value or as a member, and not as an element
  ["filter[parts][hasall]=a,b\\, c", [1]],
  ["filter[parts][hasall]=", [1]],
  ["filter[parts][hasany]=a,nope", [1]],
  ["filter[typed][has]=y", [1, 3]],
])("%s", async (filter, expected) => {
  expect(await ask(filter)).toEqual(expected);
});

test("a list in a form of the app, or in SQL of an unknown type, has no elements", () => {
  const start = (filter: Readonly<Record<string, z.ZodString>>) => () =>
    t.router({ things: resource.routes(resource.getMany({ filter }, source.getMany as never)) } as never);
  expect(start({ csv__has: z.string() })).toThrow('"csv" is of the type text, which has no "has". Use');
  expect(start({ upper__has: z.string() })).toThrow('"upper" is of the type mapped text[], which has no "has". Use');
  expect(start({ made__has: z.string() })).toThrow('"made" is of the type unknown, which has no "has". Use');
});

test("the document has the parameters", () => {
  const { paths } = openapi(router, { info: { title: "Things", version: "1" } }) as unknown as {
    paths: { "/things": { get: { parameters: { name: string; schema: object }[] } } };
  };
  const { parameters } = paths["/things"].get;
  const schemaOf = (name: string) => parameters.find((each) => each.name === name)?.schema;
  expect(schemaOf("filter[words][has]")).toEqual({ type: "string" });
  expect(schemaOf("filter[words][hasany]")).toMatchObject({ type: "array" });
});
