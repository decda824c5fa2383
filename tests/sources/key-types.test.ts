import type { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import {
  boolean,
  char,
  customType,
  integer,
  interval,
  numeric,
  pgTable,
  real,
  text,
  time,
  timestamp,
  varchar,
} from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { cursorPage, trestle } from "trestle";
import { drizzleData } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";

// A key of a cursor and a value of a filter are compared as they are, and not as a column's type would cut or round them. The columns are declared
// narrower than those of the database, so that each cast would show.

interface Context {
  readonly db: unknown;
}
const bits = customType<{ data: string }>({ dataType: () => "bit(3)" });
const narrow = pgTable("items", {
  id: integer().primaryKey(),
  price: numeric({ precision: 6, scale: 2 }),
  code: varchar({ length: 3 }),
  letters: char({ length: 3 }),
  codes: varchar({ length: 3 }).array(),
  at: timestamp({ precision: 0, mode: "string" }),
  clock: time({ precision: 0 }),
  span: interval({ fields: "day" }),
  flags: bits(),
  state: text(),
  size: integer(),
  ratio: real(),
  done: boolean(),
});
const list = (name: string) => sql.raw(`"items"."${name}"`);
const columns = {
  isDone: sql<boolean | null>`${narrow.state} = 'done'`.mapWith(narrow.done),
  share: sql<number | null>`${list("size")} / 7.0::float8`.mapWith(narrow.ratio),
};
const texts = ["price", "code", "letters", "at", "clock", "span", "flags"] as const;
const nullable = z.string().nullable();
const t = trestle<Context>();
const items = t.resource("items", {
  id: z.int32(),
  attributes: {
    price: nullable,
    code: nullable,
    letters: nullable,
    at: nullable,
    clock: nullable,
    span: nullable,
    flags: nullable,
    codes: z.array(z.string()).nullable(),
    isDone: z.boolean().nullable(),
    share: z.number().nullable(),
  },
});
const source = drizzleData({ db: "db", tables: { items: narrow }, cursorSecret: "of sixteen characters" }).source(
  items,
  {
    columns,
    sorts: {
      mean: sql`${narrow.size} / 3.0`.mapWith(narrow.size),
      weight: sql`${narrow.size} / 3.0`.mapWith(narrow.price),
    },
  },
);
const several = z.array(z.string()).optional();
const api = t.router({
  items: items.routes(
    items.getMany(
      {
        filter: {
          isDone: z.boolean().optional(),
          isDone__ne: z.boolean().optional(),
          isDone__isnull: z.boolean().optional(),
          price__in: several,
          code__in: several,
          letters__in: several,
          at__in: several,
          clock__in: several,
          span__in: several,
          flags__in: several,
        },
        sort: [...texts, "codes", "isDone", "mean", "share", "weight"],
        page: cursorPage({ size: 2 }),
      },
      source.getMany,
    ),
  ),
});

let client: PGlite;
beforeAll(async () => {
  client = await startPglite();
  await client.exec(`create table items (id int primary key, price numeric, code text, letters bpchar, codes varchar[], at timestamp, clock time,
      span interval, flags varbit, state text, size int, ratio float8, done boolean);
    insert into items select n, n / 800.0, 'code' || n, 'char' || n, array['list' || n, 'x'], timestamp '2026-01-01' + n * interval '0.1s',
      time '10:00' + n * interval '0.1s', n * interval '1 hour', (n + 8)::bit(5)::varbit, (array['new', 'done'])[n % 3 + 1], n from generate_series(1, 9) n`);
});
afterAll(() => client?.close());

async function get(url: string) {
  const logged: unknown[] = [];
  const onError = ({ error }: { readonly error: unknown }) => logged.push(error);
  const handle = fetchHandler(api, { context: t.context(() => ({ db: drizzle({ client }) })), onError } as never);
  const response = await handle(new Request(`http://x${url}`));
  const { data, links, errors } = await response.json();
  expect([errors, logged]).toEqual([undefined, []]);
  return { ids: data.map(({ id }: { id: string }) => Number(id)) as number[], next: links.next as string | null, data };
}

async function walk(query: string) {
  const met: number[] = [];
  for (let url: string | null = `/items?${query}`; url !== null && met.length < 20; ) {
    const page: Awaited<ReturnType<typeof get>> = await get(url);
    met.push(...page.ids);
    url = page.next;
  }
  return met;
}

const sorts = [...texts, "codes", "mean", "share", "weight"];
describe.each([
  ["", 1],
  ["-", -1],
] as const)('sorted with "%s"', (sign, way) => {
  test.each(sorts)("pages by %s meet every row once", async (name) => {
    const met = await walk(`sort=${sign}${name}`);
    expect([...met].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    if (name !== "mean") expect(way === 1 ? met : [...met].reverse()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("and so do pages by a comparison, which is filtered alike", async () => {
    const state = ["done", null, "new"]; // of n % 3 = 1, 2, 0
    const all = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const stateOf = (id: number) => state[(id + 2) % 3];
    const by = (value: string | null) => all.filter((id) => stateOf(id) === value);
    const ordered = [by("new"), by("done"), by(null)];
    expect(await walk(`sort=${sign}isDone`)).toEqual((way === 1 ? ordered : ordered.reverse()).flat());
    expect(await walk("filter[isDone]=true")).toEqual(by("done"));
    expect(await walk("filter[isDone][ne]=true")).toEqual(all.filter((id) => stateOf(id) !== "done"));
    expect(await walk(`filter[isDone]=false&sort=${sign}isDone`)).toEqual(by("new"));
    expect(await walk("filter[isDone][isnull]=true")).toEqual(by(null));
  });
});

test.each([
  ["price", "0.0025", "0.00"],
  ["code", "code2", "codeless"],
  ["letters", "char2", "charming"],
  ["at", "2026-01-01 00:00:00.2", "2026-01-01 00:00:00"],
  ["clock", "10:00:00.2", "10:00:00"],
  ["span", "02:00:00", "00:30:00"],
  ["flags", "01010", "0101"],
])("a list of values of %s finds %s and not what a cast would make equal", async (name, value, other) => {
  const parameter = `filter[${name}][in]`;
  const [row] = (await get(`/items?${parameter}=${value},${other}`)).data;
  expect((await get(`/items?${parameter}=${value},${other}`)).ids).toEqual([2]);
  expect(row.attributes[name]).toBeTypeOf("string");
  expect((await get(`/items?${parameter}=${other},${other}00`)).ids).toEqual([]);
});
