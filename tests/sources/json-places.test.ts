import { sql } from "drizzle-orm";
import { integer, json, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { cursorPage, toOne, trestle } from "trestle";
import { drizzleData, mapped } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";

// Values inside of JSON, in columns of json and of jsonb. Rows that no schema would let in must not make a list fail.

const contact = z.object({ city: z.string().nullish(), size: z.number().optional(), "it's": z.string().optional() });
const things = pgTable("things", {
  id: integer().primaryKey(),
  binary: jsonb().$type<unknown>(),
  plain: json().$type<unknown>(),
  csv: text(),
  parent_id: integer(),
});
const t = trestle<{ readonly db: unknown }>();
const resource = t.resource("things", {
  id: z.int(),
  attributes: {
    binary: contact.nullable(),
    plain: contact.nullable(),
    csv: contact.nullable(),
    made: contact.nullable(),
  },
  relationships: { parent: toOne("things").nullable() },
});
const data = drizzleData({ db: "db", tables: { things } });
const source = data.source(
  resource as never,
  {
    columns: {
      csv: mapped(things.csv, { read: (one) => ({ city: one }), write: ({ city }: { city: string }) => city }),
      made: sql`${things.binary}`.mapWith(things.binary),
    },
  } as never,
) as never as { getMany: never };
const filter = Object.fromEntries(
  ["binary", "plain", "made", "parent__binary"].flatMap((name) => [
    ...["city", "city__ne", "city__gt", "city__startswith", "it's"].map((rest) => [
      `${name}__${rest}`,
      z.string().optional(),
    ]),
    [`${name}__city__in`, z.array(z.string()).optional()],
    [`${name}__size`, z.number().optional()],
    [`${name}__size__lte`, z.number().optional()],
    [`${name}__size__isnull`, z.boolean().optional()],
  ]),
) as Record<string, z.ZodOptional<z.ZodString>>;
const sort = ["binary", "plain", "parent__plain"].flatMap((name) => [`${name}__city`, `${name}__size`]);
const start = (options: object) =>
  t.router({ things: resource.routes(resource.getMany(options as object, source.getMany)) } as never);

const ROWS: readonly unknown[] = [
  null,
  {},
  { city: null, size: null },
  { city: "Rome", size: 2 },
  { city: "rome", size: 10 },
  { city: "Bonn", size: 1.5, "it's": "so" },
  { city: 7, size: "many" }, // no schema would let it in
  { city: ["Rome"], size: [2] },
  [],
  "Rome",
];

let client: Awaited<ReturnType<typeof startPglite>>;
let get: (path: string) => Promise<{ status: number; ids: number[]; next: string; parameter?: string }>;
beforeAll(async () => {
  client = await startPglite();
  await client.exec(
    'create table things (id int primary key, binary_ jsonb, plain json, csv text, parent_id int); alter table things rename binary_ to "binary"',
  );
  for (const [id, row] of ROWS.entries()) {
    const value = row === null ? null : JSON.stringify(row);
    await client.query("insert into things values ($1, $2::text::jsonb, $2::text::json, null, $3)", [
      id,
      value,
      id - 1,
    ]);
  }
  const context = t.context(() => ({ db: drizzle({ client }) }));
  const handle = fetchHandler(start({ filter, sort, page: cursorPage({ size: 3 }) }) as never, { context } as never);
  get = async (path) => {
    const response = await handle(new Request(`http://localhost${path}`));
    const { data = [], links, errors } = await response.json();
    const ids = data.map(({ id }: { id: string }) => Number(id));
    return { status: response.status, ids, next: links?.next, parameter: errors?.[0].source?.parameter };
  };
});
afterAll(() => client?.close());

/** All pages. */
async function idsOf(query: string): Promise<number[]> {
  const ids: number[] = [];
  let path: string | null = `/things?${query}&fields[things]=`;
  while (path) {
    const page: Awaited<ReturnType<typeof get>> = await get(path);
    expect(page.status).toBe(200);
    ids.push(...page.ids);
    path = page.next;
  }
  return ids;
}

describe.each(["binary", "plain", "made"])("%s", (name) => {
  test.each([
    ["[city]=Rome", [3]],
    ["[city][ne]=Rome", [0, 1, 2, 4, 5, 6, 7, 8, 9]],
    ["[city][in]=Rome,Bonn", [3, 5]],
    ["[city][gt]=Bonn", [3, 4]],
    ["[city][startswith]=ROM", [3, 4]],
    ["[city]=a%00b", []],
    ["[it's]=so", [5]],
    ["[size]=2", [3]],
    ["[size]=2.0", [3]],
    ["[size][lte]=2", [3, 5]],
    ["[size][isnull]=true", [0, 1, 2, 8, 9]],
    ["[size][isnull]=false", [3, 4, 5, 6, 7]],
  ])("filter %s", async (rest, expected) => {
    expect(await idsOf(`filter[${name}]${rest}`)).toEqual(expected);
  });
});

test("of a related resource", async () => {
  expect(await idsOf("filter[parent][binary][city]=Rome")).toEqual([4]);
});

test.each(["binary", "plain"])("sorts of %s, page by page, with nulls last", async (name) => {
  const known = (ids: number[]) => ids.filter((id) => id >= 3 && id <= 5);
  const cities = await idsOf(`sort=${name}__city`);
  const sizes = await idsOf(`sort=-${name}__size`);
  expect([known(cities), cities.slice(-5)]).toEqual([expect.arrayContaining([5]), [0, 1, 2, 8, 9]]);
  expect([known(sizes), sizes.slice(0, 5)]).toEqual([
    [4, 3, 5],
    [0, 1, 2, 8, 9],
  ]);
  expect([...cities].sort()).toEqual([...ROWS.keys()]);
});

test("sorts of a related resource", async () => {
  const ids = await idsOf("sort=parent__plain__size");
  expect(ids.filter((id) => id >= 4 && id <= 6)).toEqual([6, 4, 5]);
  expect([...ids].sort()).toEqual([...ROWS.keys()]);
});

test("a cursor of another place, or with a key that is not JSON, is a 400", async () => {
  const cursor = (...keys: string[]) => btoa(JSON.stringify(keys)).replaceAll("=", "");
  for (const [sort, key] of [
    ["binary__size", cursor("binary.size,id", "{", "1")],
    ["binary__size", cursor("binary.city,id", "1", "1")],
  ]) {
    const { status, parameter } = await get(`/things?sort=${sort}&page[after]=${key}`);
    expect([status, parameter]).toEqual([400, "page[after]"]);
  }
});

test("a form of the app is not JSON", () => {
  const filter = { csv__city: z.string() };
  expect(() => start({ filter })).toThrow(
    'no rule for the filter "csv__city": "csv" of "things" is not a column of json or jsonb, so no name leads inside.',
  );
  expect(() => start({ sort: ["csv__city"] })).toThrow('"csv" of "things" is not a column of json or jsonb');
});

test("an object is not compared as a whole", () => {
  for (const [name, operator] of [
    ["binary", "eq"],
    ["binary__ne", "ne"],
    ["parent__binary__in", "in"],
  ]) {
    expect(() => start({ filter: { [name as string]: z.string().optional() } })).toThrow(
      `no rule for the filter "${name}": "binary" of "things" is an object, which has no "${operator}". Name a value in it, such as "binary__city__${operator}".`,
    );
  }
  expect(() => start({ filter: { binary__isnull: z.boolean().optional() } })).not.toThrow();
});

test("a caller who cannot see the object can neither filter nor sort by what is inside", async () => {
  const hiding = trestle<{ readonly isAdmin: boolean }>();
  const people = hiding.resource("people", {
    id: z.int(),
    attributes: { contact: z.object({ city: z.string() }) },
    visible: { contact: ({ ctx }) => ctx.isAdmin },
  });
  const source = memoryData().source(people, { rows: [{ id: 1, contact: { city: "Rome" } }] });
  const options = { filter: { contact__city: z.string().optional() }, sort: ["contact__city"] } as const;
  const router = hiding.router({ people: source.routes({ getMany: options }) });
  const statusOf = async (isAdmin: boolean, query: string) => {
    const handle = fetchHandler(router, { context: hiding.context(() => ({ isAdmin })) });
    return (await handle(new Request(`http://localhost/people?${query}`))).status;
  };
  for (const query of ["filter[contact][city]=Rome", "sort=contact__city"]) {
    expect([await statusOf(true, query), await statusOf(false, query)]).toEqual([200, 400]);
  }
});
