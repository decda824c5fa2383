import type { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import {
  cidr,
  customType,
  date,
  doublePrecision,
  inet,
  integer,
  interval,
  json,
  jsonb,
  macaddr,
  numeric,
  pgEnum,
  pgTable,
  point,
  text,
  time,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { cursorPage, NotFound, offsetPage, toMany, toOne, trestle } from "trestle";
import { drizzleData, hasMany, mapped } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";

// Values that only Postgres can read: a text that is not a value of a column's type is the client's mistake, in every statement.

interface Context {
  // biome-ignore lint/suspicious/noExplicitAny: Drizzle's database, with any driver
  readonly db: any;
}
const status = pgEnum("status", ["open", "closed"]);
const bits = customType<{ data: string }>({ dataType: () => "varbit" });
const grade = customType<{ data: number }>({ dataType: () => "grade" });
const days = pgTable("days", { id: date({ mode: "string" }).primaryKey(), network: inet() });
const items = pgTable("items", {
  id: integer().primaryKey(),
  price: numeric({ precision: 8, scale: 2 }),
  cents: numeric(),
  day: date({ mode: "string" }).references(() => days.id),
  at: timestamp({ mode: "string", withTimezone: true }),
  clock: time(),
  span: interval(),
  address: inet(),
  block: cidr(),
  mac: macaddr(),
  flags: bits(),
  number: doublePrecision(),
  label: text(),
  key: uuid(),
  status: status(),
  place: point(),
  raw: json().$type<unknown>(),
  data: jsonb().$type<unknown>(),
  labels: text().array(),
  grade: grade(),
});
const fields = ["price", "at", "clock", "span", "address", "block", "mac", "flags"] as const;
const t = trestle<Context>();
const nullable = z.string().nullable();
const itemResource = t.resource("items", {
  id: z.int32(),
  attributes: {
    price: nullable,
    cents: z.int().nullable(),
    at: nullable,
    clock: nullable,
    span: nullable,
    address: nullable,
    block: nullable,
    mac: nullable,
    flags: nullable,
    number: z.number().nullable(),
    label: nullable,
    key: nullable,
    status: z.enum(["open", "closed"]).nullable(),
    place: z.tuple([z.number(), z.number()]).nullable(),
    raw: z.json().nullable(),
    data: z.json().nullable(),
    labels: z.array(z.string()).nullable(),
    twice: nullable,
    grade: z.int().nullable(),
    sum: z.int().nullable(),
    date: nullable,
    upper: nullable,
  },
  relationships: { day: toOne("days", { id: z.string() }).nullable() },
  createFields: ["label", "day"],
  editFields: ["label", "day"],
});
const dayResource = t.resource("days", {
  id: z.string(),
  attributes: { network: nullable },
  relationships: { items: toMany("items") },
  editFields: ["network", "items"],
});
/** Nothing says their types. */
const computed = {
  sum: sql<number | null>`${items.id} + 1`,
  date: sql<string | null>`${items.at}::date`,
  upper: sql<string | null>`upper(${items.label})`,
};
const data = drizzleData({ db: "db", tables: { items, days } });
const source = data.source(
  itemResource as never,
  {
    columns: {
      cents: mapped(items.cents, { read: Number, write: (cents: number) => String(cents) }),
      twice: sql<string | null>`${items.price} * 2`.mapWith(items.price),
      ...computed,
    },
    values: () => ({ id: 9 }),
  } as never,
);
const daySource = data.source(dayResource, { relationships: { items: hasMany(items.day) } });

const texts = [...fields, "twice"] as const;
const optional = z.string().optional();
const filter: Record<string, z.ZodOptional<z.ZodType>> = {
  label: optional,
  number__gt: z.number().optional(),
  number__in: z.array(z.number()).optional(),
  data: optional,
  day: optional,
  day__id: optional,
  day__network: optional,
  day__items__price__gt: optional,
  any: optional,
  day__items__sum: z.number().optional(),
};
for (const [name, one] of Object.entries({ grade: z.number(), sum: z.number(), date: z.string(), upper: z.string() })) {
  for (const operator of ["", "__ne", "__gt"]) filter[`${name}${operator}`] = one.optional();
  filter[`${name}__in`] = z.array(one).optional();
}
for (const name of texts) {
  filter[name] = optional;
  filter[`${name}__ne`] = optional;
  filter[`${name}__gt`] = optional;
  filter[`${name}__in`] = z.array(z.string()).optional();
}
const errors = [NotFound] as const;
const many = { filter, sort: ["price", "at", "grade"] } as object;

function serve(isInTransaction: boolean, page: object) {
  type Handler = (args: { readonly ctx: Context }, rules?: object) => Promise<unknown>;
  const within = (handler: unknown) =>
    isInTransaction
      ? (args: { readonly ctx: Context }) =>
          data.transaction(args, async (ctx) => {
            const result = await (handler as Handler)({ ...args, ctx });
            await ctx.db.execute(sql`select 1`);
            return result;
          })
      : handler;
  const itemList = (args: never) =>
    (source.getMany as unknown as Handler)(args, {
      filter: { any: (value: string) => sql`${items.label} = ${value}` },
    });
  // biome-ignore lint/suspicious/noExplicitAny: handlers of two kinds
  const routes: any = {
    items: itemResource.routes(
      itemResource.getMany({ ...many, page } as never, within(itemList) as never),
      itemResource.createOne({ errors } as never, within(source.createOne) as never),
      itemResource.editOne({ errors } as never, within(source.editOne) as never),
    ),
    days: dayResource.routes(
      dayResource.getOne({ errors }, within(daySource.getOne) as never),
      dayResource.editOne({ errors }, within(daySource.editOne) as never),
      dayResource.deleteOne({ errors }, within(daySource.deleteOne) as never),
      dayResource.getRelated(
        "items",
        { errors, filter: { price: optional } } as never,
        within(daySource.getRelated("items")) as never,
      ),
      dayResource.getRelationship("items", { errors }, within(daySource.getRelationship("items")) as never),
      dayResource.addToRelationship("items", { errors }, within(daySource.addToRelationship("items")) as never),
    ),
  };
  const logged: unknown[] = [];
  const options = {
    context: t.context(() => ({ db: drizzle({ client }) })),
    onError: ({ error }: { error: unknown }) => logged.push(error),
  };
  const handle = fetchHandler(t.router(routes), options as never);
  return async (method: string, path: string, body?: object) => {
    const headers = { "content-type": "application/vnd.api+json" };
    const request = body ? { method, headers, body: JSON.stringify(body) } : { method };
    const response = await handle(new Request(`http://x${path}`, request));
    const text = await response.text();
    const document = text ? JSON.parse(text) : {};
    expect(logged).toEqual([]);
    return {
      status: response.status,
      ids: document.data?.map?.(({ id }: { id: string }) => id),
      error: document.errors?.[0],
    };
  };
}

let client: PGlite;
beforeAll(async () => {
  client = await startPglite();
  await client.exec(`create type status as enum ('open', 'closed');
    create domain grade as int check (value between 1 and 6); create table days (id date primary key, network inet);
    create table items (id int primary key, price numeric(8,2), cents numeric, day date references days, at timestamptz, clock time,
      span interval, address inet, block cidr, mac macaddr, flags varbit, number float8, label text, key uuid, status status, place point,
      raw json, data jsonb, labels text[], grade grade);
    insert into days values ('2026-01-01', '10.0.0.1');
    insert into items values (1, 1.5, 150, '2026-01-01', '2026-01-01', '10:00', '1 hour', '10.0.0.1', '10.0.0.0/8', '08:00:2b:01:02:03', '101',
      0.5, 'x', null, 'open', '(1,2)', '{}', '{"a":1}', '{a}', 2)`);
});
afterAll(() => client?.close());

const good: Record<string, string> = {
  price: "1.50",
  at: "2026-01-01T00:00:00Z",
  clock: "10:00",
  span: "60 minutes",
  address: "10.0.0.1",
  block: "10.0.0.0/8",
  mac: "08002b010203",
  flags: "101",
  twice: "3",
};

describe.each([
  ["alone", false],
  ["in a transaction", true],
])("%s", (_, isInTransaction) => {
  const ask = serve(isInTransaction, offsetPage({ limit: 5 }));

  test.each(texts)("a value that %s cannot have is a 400 at its filter", async (name) => {
    const set = (parameter: string, value: string) => ask("GET", `/items?${parameter}=${encodeURIComponent(value)}`);
    for (const bad of ["rubbish", "1 2 3 4", ...(name === "flags" ? [] : [""])]) {
      for (const [suffix, value] of [
        ["", bad],
        ["[ne]", bad],
        ["[gt]", bad],
        ["[in]", `${good[name]},${bad}x`],
      ] as const) {
        const parameter = `filter[${name}]${suffix}`;
        const { status, error } = await set(parameter, value);
        expect([status, error?.source, error?.detail]).toEqual([
          400,
          { parameter },
          `${parameter} is not a value that "${name}" can have.`,
        ]);
      }
    }
    expect((await set(`filter[${name}]`, good[name] ?? "")).ids).toEqual(["1"]);
    expect((await set(`filter[${name}][in]`, `${good[name]},${good[name]}`)).ids).toEqual(["1"]);
  });

  test("so is one at the end of a list with more values than Postgres selects", async () => {
    const values = `${"1,".repeat(2000)}rubbish`;
    const { status, error } = await ask("GET", `/items?filter[price][in]=${values}`);
    expect([status, error?.source]).toEqual([400, { parameter: "filter[price][in]" }]);
  });

  test("so is one of a related field, and the first such filter is to blame", async () => {
    for (const parameter of [
      "filter[day]",
      "filter[day][id]",
      "filter[day][network]",
      "filter[day][items][price][gt]",
    ]) {
      const { status, error } = await ask("GET", `/items?filter[label]=x&filter[number][gt]=0&${parameter}=rubbish`);
      expect([status, error?.source]).toEqual([400, { parameter }]);
    }
    const related = await ask("GET", "/days/2026-01-01/items?filter[price]=rubbish");
    expect([related.status, related.error?.source]).toEqual([400, { parameter: "filter[price]" }]);
    const found = await ask(
      "GET",
      "/items?filter[day][id]=2026-01-01&filter[day][network]=10.0.0.1&filter[number][in]=0.5,7",
    );
    expect(found.ids).toEqual(["1"]);
  });

  test("an id that the storage cannot read does not exist", async () => {
    const type = "days";
    const requests: [string, string, object?][] = [
      ["GET", "/days/rubbish"],
      ["GET", "/days/rubbish/items"],
      ["GET", "/days/rubbish/relationship/items"],
      ["PATCH", "/days/rubbish", { data: { type, id: "rubbish", attributes: { network: null } } }],
      ["DELETE", "/days/rubbish"],
      ["POST", "/days/rubbish/relationship/items", { data: [{ type: "items", id: "1" }] }],
      [
        "PATCH",
        "/items/1",
        { data: { type: "items", id: "1", relationships: { day: { data: { type, id: "rubbish" } } } } },
      ],
      [
        "POST",
        "/items",
        {
          data: {
            type: "items",
            attributes: { label: null },
            relationships: { day: { data: { type, id: "2026-02-30" } } },
          },
        },
      ],
    ];
    for (const [method, path, body] of requests) {
      const { status, error } = await ask(method, path, body);
      expect([status, error?.detail]).toEqual([
        404,
        expect.stringMatching(/^"days" has no resource with the id (rubbish|2026-02-30)\.$/),
      ]);
    }
    expect((await ask("GET", "/days/2026-01-01")).status).toBe(200);
  });

  test.each([
    ["sum", "2", ["99999999999", "1.5"]],
    ["date", "2026-01-01", ["rubbish", "2026-02-30", ""]],
    ["upper", "X", ["a\0b"]],
  ])("a value that the expression of %s cannot have is a 400 at its filter", async (name, good, bad) => {
    const get = (parameter: string, value: string) => ask("GET", `/items?${parameter}=${encodeURIComponent(value)}`);
    for (const value of bad) {
      for (const suffix of ["", "[ne]", "[gt]", "[in]"]) {
        const parameter = `filter[${name}]${suffix}`;
        const { status, error } = await get(parameter, suffix === "[in]" ? `${good},${value}` : value);
        expect([status, error?.source]).toEqual([400, { parameter }]);
      }
    }
    expect((await get(`filter[${name}]`, good)).ids).toEqual(["1"]);
    expect((await get(`filter[${name}][in]`, `${good},${good}`)).ids).toEqual(["1"]);
    const related = await get("filter[day][items][sum]", "99999999999");
    expect([related.status, related.error?.source]).toEqual([400, { parameter: "filter[day][items][sum]" }]);
  });

  test("a value outside of a domain finds nothing, and is a 400 in a cursor", async () => {
    for (const condition of ["=7", "[gt]=7", "[in]=7,8"]) {
      const { status, ids } = await ask("GET", `/items?filter[grade]${condition}`);
      expect([status, ids]).toEqual([200, []]);
    }
    const pages = serve(isInTransaction, cursorPage({ size: 2 }));
    const cursor = (key: string) => btoa(JSON.stringify(["grade,id", key, "0"])).replaceAll("=", "");
    const { status, error } = await pages("GET", `/items?sort=grade&page[after]=${cursor("7")}`);
    expect([status, error?.source]).toEqual([400, { parameter: "page[after]" }]);
    expect((await pages("GET", `/items?sort=grade&page[after]=${cursor("2")}`)).ids).toEqual(["1"]);
  });

  test("a cursor and a filter are told apart", async () => {
    const pages = serve(isInTransaction, cursorPage({ size: 2 }));
    const cursor = btoa(JSON.stringify(["price,id", "rubbish", "1"])).replaceAll("=", "");
    const { error } = await pages("GET", `/items?sort=price&page[after]=${cursor}&filter[price]=1`);
    expect(error?.source).toEqual({ parameter: "page[after]" });
    const good = btoa(JSON.stringify(["price,id", "1", "1"])).replaceAll("=", "");
    const other = await pages("GET", `/items?sort=price&page[after]=${good}&filter[price]=rubbish`);
    expect(other.error?.source).toEqual({ parameter: "filter[price]" });
  });
});

describe("an operator that the type of the column does not have is refused at the start", () => {
  const start = (option: object) => {
    const resource = itemResource as never as { getMany(options: object, handler: unknown): never };
    const routes = itemResource.routes(resource.getMany(option, source.getMany));
    t.router({ items: routes, days: dayResource.routes() } as never);
  };

  test.each([
    ["status__contains", "status", "status"],
    ["key__startswith", "key", "uuid"],
    ["price__endswith", "price", "numeric(8, 2)"],
    ["at__contains", "at", "timestamp with time zone"],
    ["flags__contains", "flags", "varbit"],
    ["data__contains", "data", "jsonb"],
    ["labels__contains", "labels", "text[]"],
    ["labels", "labels", "text[]"],
    ["labels__in", "labels", "text[]"],
    ["labels__gt", "labels", "text[]"],
    ["day__id__contains", "id", "date"],
    ["day__contains", "day", "date"],
    ["raw", "raw", "json"],
    ["raw__in", "raw", "json"],
    ["place__ne", "place", "point"],
    ["place__gt", "place", "point"],
  ])("the filter %s", (name, field, type) => {
    const operator = /__([a-z]+)$/.exec(name)?.[1] ?? "eq";
    expect(() => start({ filter: { [name]: z.string().optional() } })).toThrow(
      `items.getMany: no rule for the filter "${name}": "${field}" is of the type ${type}, which has no "${operator}". Use `,
    );
    expect(() => start({ filter: { [name]: z.string().optional() } })).toThrow(
      `, or write the filter: filters: { ${name}: … }.`,
    );
  });

  test.each([
    ["raw", "json"],
    ["place", "point"],
  ])("the sort %s", (name, type) => {
    expect(() => start({ sort: [name] })).toThrow(
      `items.getMany: no rule for the sort "${name}": "${name}" is of the type ${type}, which has no order. Declare what to sort by: sorts: { ${name}: sql\`…\` }.`,
    );
  });

  test("and the others are not", () => {
    const names = [
      "label__contains",
      "status__gt",
      "key__in",
      "data",
      "data__gt",
      "raw__isnull",
      "place__isnull",
      "labels__isnull",
    ];
    const schemaOf = (name: string) => (name.endsWith("isnull") ? z.boolean() : z.string());
    const filter = Object.fromEntries(names.map((name) => [name, schemaOf(name).optional()]));
    expect(() => start({ filter, sort: ["status", "key", "data", "labels"] })).not.toThrow();
  });

  test("a declared sort too, and one that replaces it is not", () => {
    const made = (sorts: object) => {
      const other = drizzleData({ db: "db", tables: { items, days } });
      other.source(dayResource, { relationships: { items: hasMany(items.day) } });
      const source = other.source(
        itemResource as never,
        { columns: { ...computed, twice: items.price, cents: items.cents }, sorts } as never,
      );
      const resource = itemResource as never as { getMany(options: object, handler: unknown): never };
      return t.router({
        items: itemResource.routes(resource.getMany({ sort: ["place"] }, source.getMany)),
        days: dayResource.routes(),
      } as never);
    };
    expect(() => made({ place: items.place })).toThrow('"place" is of the type point, which has no order.');
    expect(() => made({ place: sql`${items.place}[0]` })).not.toThrow();
  });
});
