import type { PGlite } from "@electric-sql/pglite";
import { type Column, getTableColumns } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  char,
  cidr,
  customType,
  date,
  doublePrecision,
  foreignKey,
  geometry,
  inet,
  integer,
  interval,
  json,
  jsonb,
  line,
  macaddr,
  macaddr8,
  numeric,
  pgEnum,
  pgTable,
  point,
  primaryKey,
  real,
  serial,
  smallint,
  smallserial,
  sparsevec,
  text,
  time,
  timestamp,
  unique,
  uuid,
  varchar,
  vector,
} from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import fc from "fast-check";
import { Conflict, cursorPage, NotFound, toMany, toOne, trestle, UnprocessableContent } from "trestle";
import { compositeId, drizzleData, fromTable, hasMany, tableResource } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { OPERATORS } from "../../src/source/store/store.js";
import { startPglite } from "../support/pglite.js";
import { routed } from "../support/routed.js";

const isDrizzle1 = process.env.DRIZZLE === "1";
const mood = pgEnum("mood", ["calm", "it's", "loud"]);
const citext = customType<{ data: string }>({ dataType: () => "text" });

let client: PGlite;
let db: ReturnType<typeof drizzle>;
beforeAll(async () => {
  client = await startPglite();
  db = drizzle({ client });
  await client.exec("create type mood as enum ('calm', 'it''s', 'loud')");
});
afterAll(() => client?.close());

// ---- every type of column

const float = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 });
const words = fc.string({ unit: "binary", maxLength: 40 }).filter((each) => !/[\0\ud800-\udfff]/u.test(each));
const short = fc.string({ unit: fc.constantFrom("a", "é", "😀", " ", '"'), maxLength: 3 });
// Drizzle reads the year 50 as 1950. A source reads dates itself: see drizzle-values.test.ts
const moment = fc.date({ min: new Date("1000-01-02"), max: new Date("9999-12-30"), noInvalidDate: true });
const day = moment.map((each) => each.toISOString().slice(0, 10));
const hex = fc.stringMatching(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
const wide = (bits: number) => ({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
// Postgres refuses these texts, and Zod leaves out members called __proto__.
const anyJson = fc
  .jsonValue()
  .filter((each) => each !== null && !/\\u0000|\\ud[89a-f]|"__proto__":/.test(JSON.stringify(each)));

/** A kind of column: its builder, values that Postgres takes, values that it refuses for what the type says, and whether arrays of it are tried. */
// biome-ignore lint/suspicious/noExplicitAny: builders of columns of every type
const kind = (make: () => any, values: fc.Arbitrary<unknown>, refused: readonly unknown[] = [], array = true) => ({
  make,
  values,
  refused,
  array,
});
const KINDS = {
  integer: kind(() => integer(), fc.integer(wide(32)), [2 ** 31, -(2 ** 31) - 1, "x"]),
  serial: kind(() => serial(), fc.integer(wide(32)), [2 ** 31], false),
  smallint: kind(() => smallint(), fc.integer(wide(16)), [32_768, -32_769]),
  smallserial: kind(() => smallserial(), fc.integer(wide(16)), [32_768], false),
  bigint53: kind(() => bigint({ mode: "number" }), fc.maxSafeInteger(), [1e19]),
  bigint64: kind(() => bigint({ mode: "bigint" }), fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), []),
  bigserial: kind(() => bigserial({ mode: "number" }), fc.maxSafeInteger(), [], false),
  numeric: kind(() => numeric(), fc.oneof(fc.integer().map(String), float.map(String))),
  numericScale: kind(
    () => numeric({ precision: 10, scale: 2 }),
    fc.integer({ min: -(10 ** 8), max: 10 ** 8 }).map((each) => `${each / 100}`),
    ["123456789", "-100000000.5"],
  ),
  numericNumber: kind(
    () => numeric({ mode: "number" }),
    float.map((each) => Math.round(each * 100) / 100),
    [],
  ),
  numericBigint: kind(() => numeric({ mode: "bigint" }), fc.bigInt(-(10n ** 30n), 10n ** 30n), []),
  real: kind(() => real(), fc.float({ noNaN: true, noDefaultInfinity: true }), []),
  double: kind(() => doublePrecision(), float, []),
  boolean: kind(() => boolean(), fc.boolean(), ["perhaps"]),
  text: kind(() => text(), words),
  chosen: kind(() => text({ enum: ["a", "b"] }), fc.constantFrom("a", "b")),
  varchar: kind(() => varchar(), words),
  varchar3: kind(() => varchar({ length: 3 }), short, ["abcd", "😀😀😀😀"]),
  char: kind(() => char(), fc.constantFrom("a", "😀"), ["ab"]),
  char3: kind(() => char({ length: 3 }), short, ["abcd"]),
  uuid: kind(() => uuid(), hex, ["12345678-1234", "g0000000-0000-0000-0000-000000000000"]),
  mood: kind(() => mood(), fc.constantFrom("calm", "it's", "loud"), ["Calm", ""]),
  date: kind(() => date(), day, ["2026-02-30", "today is fine"]),
  dateDate: kind(
    () => date({ mode: "date" }),
    day.map((each) => new Date(each)),
    [],
  ),
  timestamp: kind(() => timestamp(), moment, []),
  timestamptz: kind(() => timestamp({ withTimezone: true }), moment, []),
  timestampText: kind(
    () => timestamp({ mode: "string" }),
    moment.map((each) => each.toISOString()),
    ["2026-02-30 00:00:00", "2026-01-01 25:00:00"],
  ),
  timestamptzText: kind(
    () => timestamp({ mode: "string", withTimezone: true }),
    moment.map((each) => each.toISOString()),
    ["2026-02-30T00:00:00Z"],
  ),
  timetz: kind(
    () => time({ withTimezone: true }),
    moment.map((each) => `${each.toISOString().slice(11, 23)}+05:30`),
    ["25:00:00Z"],
  ),
  time: kind(
    () => time(),
    moment.map((each) => each.toISOString().slice(11, 23)),
  ),
  interval: kind(
    () => interval(),
    fc.tuple(fc.nat(1000), fc.nat(40)).map(([minutes, days]) => `${minutes}.5 minutes -${days} days 14 months`),
    ["a day"],
  ),
  inet: kind(() => inet(), fc.ipV4()),
  cidr: kind(
    () => cidr(),
    fc.ipV4().map((each) => `${each}/32`),
  ),
  macaddr: kind(() => macaddr(), fc.constant("08:00:2b:01:02:03")),
  macaddr8: kind(() => macaddr8(), fc.constant("08:00:2b:01:02:03:04:05")),
  json: kind(() => json(), anyJson, [], false),
  jsonb: kind(() => jsonb(), anyJson, [], false),
  point: kind(() => point(), fc.tuple(fc.integer(), fc.integer()), [], false),
  pointObject: kind(
    () => point({ mode: "xy" }),
    fc.record({ x: fc.integer(), y: fc.integer() }, { noNullPrototype: true }),
    [],
    false,
  ),
  line: kind(() => line(), fc.tuple(fc.integer({ min: 1 }), fc.integer(), fc.integer()), [], false),
  lineObject: kind(
    () => line({ mode: "abc" }),
    fc.record({ a: fc.integer({ min: 1 }), b: fc.integer(), c: fc.integer() }, { noNullPrototype: true }),
    [],
    false,
  ),
} satisfies Record<string, ReturnType<typeof kind>>;

const typeOf = (column: Column) => {
  const { dimensions = 0 } = column as { dimensions?: number };
  return column.getSQLType() + (isDrizzle1 ? "[]".repeat(dimensions) : "");
};

let made = 0;
/** Makes a table in Drizzle and in Postgres. */
// biome-ignore lint/suspicious/noExplicitAny: columns of every type
async function newTable(columns: Record<string, any>): Promise<any> {
  const table = pgTable(`table_${made++}`, { id: integer().primaryKey(), ...columns });
  const lines = Object.values(getTableColumns(table) as Record<string, Column>).map(
    (column) => `"${column.name}" ${typeOf(column)} ${column.notNull ? "not null" : ""}`,
  );
  await client.exec(`create table table_${made - 1} (${lines.join(", ")})`);
  return table;
}

const column = fc
  .record({
    name: fc.constantFrom(...(Object.keys(KINDS) as (keyof typeof KINDS)[])),
    isArray: fc.boolean(),
    notNull: fc.boolean(),
  })
  .chain(({ name, isArray, notNull }) => {
    const { make, values, array } = KINDS[name];
    const list = isArray && array;
    const value = list ? fc.array(values, { maxLength: 3 }) : values;
    const some = notNull || /serial/.test(name) ? value : fc.option(value);
    return fc.record({
      make: fc.constant(() => {
        const made = list ? make().array() : make();
        return notNull ? made.notNull() : made;
      }),
      values: fc.array(some, { minLength: 3, maxLength: 3 }),
    });
  });

describe("fromTable", () => {
  test("accepts every row that a table of random columns returns", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(column, { minLength: 1, maxLength: 12 }), async (columns) => {
        const named = columns.map(({ make }, index) => [`c${index}`, make()]);
        const table = await newTable(Object.fromEntries(named));
        const rows = [0, 1, 2].map((row) => ({
          id: row,
          ...Object.fromEntries(columns.map(({ values }, index) => [`c${index}`, values[row]])),
        }));
        await db.insert(table).values(rows);
        const { id, attributes } = fromTable(table, { omit: [] });
        const schema = z.strictObject({ id, ...attributes } as unknown as z.ZodRawShape);
        const stored = await db.select().from(table);
        for (const row of stored) expect(schema.parse(row)).toEqual(row);
        expect(stored).toHaveLength(3);
      }),
      { numRuns: 150 },
    );
  }, 120_000);

  const refusals = Object.entries(KINDS).flatMap(([name, { refused }]) => refused.map((each) => [name, each] as const));
  test.each(refusals)("a column of the kind %s refuses %j, as Postgres does", async (name, value) => {
    const table = await newTable({ it: KINDS[name as keyof typeof KINDS].make() });
    await expect(client.query(`insert into table_${made - 1} values (1, $1)`, [value])).rejects.toThrow();
    const { it } = fromTable(table, { omit: [] }).attributes as unknown as Record<string, z.ZodType>;
    expect(it?.safeParse(value).success).toBe(false);
  });
});

describe("a column that Postgres reads more texts for than it writes", () => {
  const table = pgTable("texts", {
    id: integer().primaryKey(),
    plain: numeric().notNull(),
    scaled: numeric({ precision: 10, scale: 2 }).notNull(),
    fraction: numeric({ precision: 2, scale: 2 }).notNull(),
    hundreds: numeric({ precision: 2, scale: -2 }).notNull(),
    number: numeric({ precision: 4, scale: 1, mode: "number" }).notNull(),
    wide: numeric({ precision: 3, mode: "bigint" }).notNull(),
    day: date().notNull(),
    moment: timestamp({ mode: "string" }).notNull(),
    zoned: timestamp({ mode: "string", withTimezone: true }).notNull(),
    time: time().notNull(),
    span: interval().notNull(),
  });
  const attributes = fromTable(table, { omit: [] }).attributes as unknown as Record<string, z.ZodType>;

  test.each([
    [
      "plain",
      ["0", "-1.50", "9".repeat(1000)],
      ["NaN", "Infinity", "-Infinity", "0x10", "1_000", " 5 ", "1e9", "", ".5", "9".repeat(1001)],
    ],
    ["scaled", ["12345678.90", "-0.5"], ["1.005", "123456789", "NaN"]],
    ["fraction", ["0.25", "-0.99"], ["1", "1.00", "0.005"]],
    ["hundreds", ["9900", "-100"], ["10000", "1.5"]],
    ["number", [999.9, -999], [1000, Number.POSITIVE_INFINITY]],
    ["wide", [999n, -999n], [1000n, -1000n]],
    ["day", ["2024-02-29"], ["infinity", "today", "2023-02-29", "0000-01-01"]],
    [
      "moment",
      [
        "2026-01-01 00:00:00",
        "2026-01-01T00:00:00.123456",
        "2026-01-01T00:00:00Z",
        "0044-03-15 12:00:00 BC",
        "12026-01-01 00:00:00",
      ],
      ["now", "infinity", "epoch", "2026-01-01T00:00:00+05:00", "2026-02-30 00:00:00", "0000-01-01 00:00:00"],
    ],
    [
      "zoned",
      ["2026-01-01 00:00:00+00", "1890-01-01 00:00:00+00:19:32", "2026-01-01T00:00:00Z"],
      ["2026-01-01 00:00:00", "-infinity", "tomorrow"],
    ],
    ["time", ["12:00", "24:00:00", "23:59:59.999999"], ["now", "25:00", "allballs"]],
    ["span", ["1 day", "-1 years -2 mons +3 days -04:05:06.7", "P1Y2M", "PT5M"], ["infinity", "abc", "", "P"]],
  ])("%s takes only what a client can use", (name, taken, refused) => {
    const passes = (value: unknown) => attributes[name]?.safeParse(value).success;
    expect(taken.filter((value) => !passes(value))).toEqual([]);
    expect(refused.filter(passes)).toEqual([]);
  });
});

// ---- over HTTP

interface Context {
  readonly db: unknown;
  readonly isAdmin: boolean;
}
const t = trestle<Context>();
const users = pgTable("users", { id: integer().primaryKey(), name: varchar({ length: 3 }).notNull(), hash: text() });
const posts = pgTable("posts", {
  slug: uuid().primaryKey(),
  title: text().notNull(),
  body: text(),
  kind: mood().notNull().default("calm"),
  price: numeric().notNull().default("0"),
  secret: text(),
  note: citext(),
  version: integer().notNull().default(1),
  writer: integer().notNull(),
  editor_id: integer(),
});
const userResource = tableResource(t, "users", users, {
  omit: ["hash"],
  relationships: { posts: toMany("posts", { id: z.guid() }) },
  createFields: ["id", "name"],
});
const postResource = tableResource(t, "posts", posts, {
  omit: ["price"],
  rename: { mood: "kind", author: "writer" },
  // The column of "mood" has another name, and here also another schema.
  attributes: {
    title: z.string().min(2),
    mood: z.enum(["calm", "it's", "loud"]),
    note: z.string().nullable(),
    password: z.string(),
  },
  relationships: { author: toOne("users"), editor: toOne("users").nullable() },
  createFields: ["id", "title", "body", "mood", "note", "password", "author", "editor"],
  editFields: ["title", "mood", "author"],
  writeOnly: ["password"],
  visible: { secret: ({ ctx }) => ctx.isAdmin },
  version: "version",
});
const data = drizzleData({ db: "db", tables: { users, posts } });
const userSource = data.source(userResource, { relationships: { posts: hasMany(posts.writer) } });
const postSource = data.source(postResource, {});
const api = t.router(
  {
    users: userResource.routes(
      userResource.createOne({ errors: [Conflict, UnprocessableContent] }, userSource.createOne),
      userResource.getOne({ include: ["posts"], errors: [NotFound] }, userSource.getOne),
    ),
    posts: postResource.routes(
      postResource.getMany(
        { filter: { mood: z.enum(mood.enumValues).optional() }, sort: ["mood"], include: ["author"] },
        postSource.getMany,
      ),
      postResource.getOne({ errors: [NotFound] }, postSource.getOne),
      postResource.createOne({ errors: [Conflict, UnprocessableContent] }, postSource.createOne),
      postResource.editOne({ errors: [NotFound, Conflict, UnprocessableContent] }, postSource.editOne),
    ),
  },
  { transaction: data.transaction },
);

describe("tableResource", () => {
  beforeAll(async () => {
    await client.exec(`create table users (id int primary key, name varchar(3) not null, hash text);
      create table posts (slug uuid primary key, title text not null, body text, kind mood not null default 'calm',
        price numeric not null default 0, secret text, note text, version int not null default 1,
        writer int not null references users, editor_id int references users);
      insert into users values (1, 'Ann', 'hidden');`);
  });

  const slug = "00000000-0000-0000-0000-00000000000a"; // not a uuid of RFC 9562
  async function send(method: string, path: string, body?: object, isAdmin = false) {
    const handle = fetchHandler(api, { context: t.context(() => ({ db, isAdmin })) });
    const init = { method, headers: { "content-type": "application/vnd.api+json" } };
    const response = await handle(
      new Request(`http://example.test${path}`, body ? { ...init, body: JSON.stringify(body) } : init),
    );
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  }
  const attributes = { title: "Hello", body: null, mood: "loud", note: null, password: "p" };
  const author = { data: { type: "users", id: "1" } };
  const relationships = { author, editor: { data: null } };
  const post = (more: object) => ({
    data: { type: "posts", id: slug, attributes: { ...attributes, ...more }, relationships },
  });

  test("serves what is not omitted, under the new names, and writes it", async () => {
    const created = await send("POST", "/posts", post({}), true);
    expect([created.status, created.body.data.attributes]).toEqual([
      201,
      { title: "Hello", body: null, mood: "loud", secret: null, note: null, version: 1 },
    ]);
    expect((await client.query("select kind, writer, price from posts")).rows).toEqual([
      { kind: "loud", writer: 1, price: "0" },
    ]);
    const listed = await send("GET", "/posts?filter[mood]=loud&sort=mood&include=author");
    expect(listed.body.data[0].attributes).not.toHaveProperty("secret");
    expect(listed.body.included[0]).toMatchObject({ type: "users", id: "1", attributes: { name: "Ann" } });
    expect(listed.body.included[0].attributes).not.toHaveProperty("hash");
    const user = await send("GET", "/users/1?include=posts");
    expect(user.body.data.relationships.posts.data).toEqual([{ type: "posts", id: slug }]);
    const edited = await send("PATCH", `/posts/${slug}`, {
      data: { type: "posts", id: slug, attributes: { mood: "calm" } },
    });
    expect([edited.status, edited.body.data.attributes]).toMatchObject([200, { mood: "calm", version: 2 }]);
  });

  test("a create may omit what may be null or has a default", async () => {
    const { id: _, ...named } = post({}).data;
    const least = { attributes: { title: "Least", note: null, password: "p" }, relationships: { author } };
    const sent = { ...named, ...least, id: "00000000-0000-0000-0000-00000000000b" };
    const { status, body } = await send("POST", "/posts", { data: sent });
    expect([status, body.data.attributes]).toMatchObject([
      201,
      { title: "Least", body: null, mood: "calm", version: 1 },
    ]);
    const { title: __, ...rest } = least.attributes;
    const refused = await send("POST", "/posts", { data: { ...sent, attributes: rest } });
    expect([refused.status, refused.body.errors[0].source]).toEqual([422, { pointer: "/data/attributes" }]);
  });

  test.each([
    [{ mood: "Loud" }, "/data/attributes/mood"],
    [{ title: "H" }, "/data/attributes/title"],
    [{ body: 1 }, "/data/attributes/body"],
  ])("a create with %j is a 422 at its field", async (more, pointer) => {
    const { status, body } = await send("POST", "/posts", post(more), true);
    expect([status, body.errors[0].source]).toEqual([422, { pointer }]);
  });

  test("a text may have as many characters as its column, also emoji", async () => {
    const user = (id: string, name: string) => ({ data: { type: "users", id, attributes: { name } } });
    expect((await send("POST", "/users", user("2", "😀😀😀"))).status).toBe(201);
    const { status, body } = await send("POST", "/users", user("3", "abcd"));
    expect([status, body.errors[0].detail]).toEqual([422, "Too big: expected string to have <=3 characters"]);
  });
});

test("a key of several columns is a text id, also where the API's ids are uuids", async () => {
  const orgs = pgTable("orgs", { id: uuid().primaryKey() });
  const seatId = () => ({ org_id: uuid().notNull(), number: integer().notNull() });
  const seats = pgTable("seats", { ...seatId(), label: text() }, (table) => [
    primaryKey({ columns: [table.org_id, table.number] }),
  ]);
  const badges = pgTable("badges", { id: uuid().primaryKey(), ...seatId() }, (table) => [
    foreignKey({ columns: [table.org_id, table.number], foreignColumns: [seats.org_id, seats.number] }),
    unique("badges_seat").on(table.org_id, table.number),
  ]);
  const org = "00000000-0000-4000-8000-00000000000a";
  await client.exec(`create table orgs (id uuid primary key); insert into orgs values ('${org}');
    create table seats (org_id uuid references orgs, number int, label text, primary key (org_id, number));
    create table badges (id uuid primary key, org_id uuid, number int, constraint badges_seat unique (org_id, number),
      foreign key (org_id, number) references seats)`);
  const t = trestle<{ db: unknown }>({ id: z.uuid() });
  const orgResource = tableResource(t, "orgs", orgs, { omit: [] });
  const seatResource = tableResource(t, "seats", seats, {
    omit: [],
    relationships: { org: t.toOne("orgs") },
    createFields: ["org", "number", "label"],
    editFields: ["label"],
  });
  const badgeResource = tableResource(t, "badges", badges, {
    pick: [],
    relationships: { seat: t.toOne("seats", { id: z.string() }) },
    createFields: ["id", "seat"],
  });
  const data = drizzleData({ db: "db", tables: { orgs, seats, badges } });
  const api = t.router({
    orgs: data.source(orgResource, {}).routes({}),
    seats: data.source(seatResource, {}).routes({ getOne: { include: ["org"] }, createOne: true, editOne: true }),
    badges: data.source(badgeResource, {}).routes({ createOne: { include: ["seat"] } }),
  });
  const handle = fetchHandler(api, { context: t.context(() => ({ db })) });
  async function send(method: string, path: string, data?: object) {
    const init = { method, headers: { "content-type": "application/vnd.api+json" } };
    const url = `http://example.test${path}`;
    const response = await handle(new Request(url, data ? { ...init, body: JSON.stringify({ data }) } : init));
    return { status: response.status, body: JSON.parse(await response.text()) };
  }
  const id = `${org}~7`;
  const relationships = { org: { data: { type: "orgs", id: org } } };
  const made = await send("POST", "/seats", { type: "seats", attributes: { number: 7 }, relationships });
  expect([made.status, made.body.data.id, made.body.data.attributes]).toEqual([201, id, { number: 7, label: null }]);
  const edited = await send("PATCH", `/seats/${id}`, { type: "seats", id, attributes: { label: "Window" } });
  expect([edited.status, edited.body.data.attributes.label]).toEqual([200, "Window"]);
  const read = await send("GET", `/seats/${id}?include=org`);
  expect([read.body.data.id, read.body.included[0].id]).toEqual([id, org]);
  const badge = (last: number) => ({
    type: "badges",
    id: `00000000-0000-4000-8000-00000000000${last}`,
    relationships: { seat: { data: { type: "seats", id } } },
  });
  expect((await send("POST", "/badges?include=seat", badge(1))).body.included[0].id).toBe(id);
  const twice = await send("POST", "/badges", badge(2));
  expect([twice.status, twice.body.errors[0].detail]).toEqual([
    409,
    'Another resource of "badges" has the same "seat".',
  ]);
});

test("a short text that is a part of the id does not limit the id", async () => {
  const parts = { id: varchar({ length: 3 }).notNull(), owner: text().notNull() };
  const models = pgTable("models", parts, (table) => [primaryKey({ columns: [table.id, table.owner] })]);
  await client.exec("create table models (id varchar(3), owner text, primary key (id, owner))");
  const t = trestle<{ db: unknown }>();
  const resource = tableResource(t, "models", models, {
    pick: ["owner"],
    rename: { model: "id" },
    createFields: ["model", "owner"],
  });
  const columns = { id: compositeId(models.id, models.owner) };
  const source = drizzleData({ db: "db", tables: { models } }).source(resource, { columns });
  const api = t.router({ models: source.routes({ getOne: true, createOne: true }) });
  const handle = fetchHandler(api, { context: t.context(() => ({ db })) });
  const body = JSON.stringify({ data: { type: "models", attributes: { model: "gpt", owner: "somebody" } } });
  const headers = { "content-type": "application/vnd.api+json" };
  const made = await handle(new Request("http://example.test/models", { method: "POST", headers, body }));
  expect(JSON.parse(await made.text()).data.id).toBe("gpt~somebody");
  const read = await handle(new Request("http://example.test/models/gpt~somebody"));
  expect(JSON.parse(await read.text()).data.attributes).toEqual({ model: "gpt", owner: "somebody" });
});

describe("mistakes", () => {
  const pairs = pgTable("pairs", { one: integer(), other: integer() });
  /** The compiler refuses these, too. */
  const read = (options: object, table: object = posts) => {
    const config = () => fromTable(table as typeof posts, options as { pick: [] });
    return () => routed(trestle().resource("posts", { ...config() } as never));
  };

  test.each([
    [
      "neither pick nor omit",
      read({}),
      "write pick or omit. omit: [] serves all columns, pick: [] only those in rename.",
    ],
    ["pick and omit", read({ pick: [], omit: [] }), "write pick or omit. omit: []"],
    ["a misspelt column", read({ omit: ["titel"] }), 'omit: "titel" is not a column. Did you mean "title"?'],
    ["a new name of no column", read({ pick: [], rename: { a: "b" } }), 'rename: "b" is not a column. Use slug, title'],
    [
      "an omitted column with a new name",
      read({ omit: ["kind"], rename: { mood: "kind" } }),
      '"kind" is in omit and in rename.',
    ],
    [
      "two new names of one column",
      read({ pick: [], rename: { a: "kind", b: "kind" } }),
      'rename gives "kind" two names.',
    ],
    [
      "a new name that another column has",
      read({ pick: ["title"], rename: { title: "kind" } }),
      '"title" is a column, and the new name of another. Rename or omit the column.',
    ],
    [
      "a type of the app's own",
      read({ omit: [] }),
      '"note" has the type text, which has no schema here. Give one: attributes: { note: … }.',
    ],
    ["an unknown option", read({ omits: [] }), '"omits" is not an option. Did you mean "omit"?'],
    [
      "no key",
      read({ omit: [] }, pairs),
      "Declare the resource with t.resource, and name the id's column in the source: columns: { id: … }.",
    ],
  ])("%s", (_, call, message) => {
    expect(call).toThrow(message);
    expect(call).toThrow(/^fromTable\("/);
  });

  test("all at once, and not what follows from them", () => {
    const wrong = { omit: ["nope"], rename: { sort: "typ" }, createFields: ["sort"] };
    const resource = tableResource(trestle(), "posts", posts, wrong as never);
    expect(() => routed(resource, memoryData().source(resource))).toThrow(
      new TypeError(`t.router: 2 problems.
  1. tableResource("posts"): omit: "nope" is not a column. Did you mean "note"?
  2. tableResource("posts"): rename: "typ" is not a column. Use ${Object.keys(getTableColumns(posts)).join(", ")}.`),
    );
  });

  test("the message names the function that the user called", () => {
    const declare = (table: object) => () =>
      routed(tableResource(trestle(), "posts", table as typeof posts, {} as never));
    expect(declare(posts)).toThrow('tableResource("posts"): write pick or omit.');
    expect(declare({})).toThrow("tableResource: this is not a table of pgTable");
    const misspelt = tableResource(trestle(), "posts", posts, { omit: [], visble: {} } as never);
    expect(() => routed(misspelt)).toThrow(
      'tableResource("posts"): "visble" is not an option. Did you mean "visible"?',
    );
    expect(read({ omit: [], visible: {} })).toThrow('fromTable("posts"): "visible" is not an option.');
  });

  test("something else is not a table", () => {
    expect(read({ omit: [] }, {})).toThrow(
      "fromTable: this is not a table of pgTable or sqliteTable, or a view of pgView.",
    );
  });

  test("columns may have names that all objects have", () => {
    const odd = pgTable("odd", { id: integer().primaryKey(), valueOf: text(), constructor: text().notNull() });
    const { attributes, createFields } = fromTable(odd, { omit: [], createFields: ["valueOf", "constructor"] });
    expect(Object.keys(attributes)).toEqual(["valueOf", "constructor"]);
    expect(attributes.valueOf).toMatchObject({ type: "nullable" });
    expect(createFields).toEqual(["valueOf?", "constructor"]);
    const { attributes: renamed } = fromTable(odd, { pick: [], rename: { toString: "valueOf" } });
    expect(Object.keys(renamed)).toEqual(["toString"]);
  });

  test("vectors and geometries are lists and points", () => {
    const shapes = pgTable("shapes", {
      id: integer().primaryKey(),
      vector: vector({ dimensions: 2 }).notNull(),
      sparse: sparsevec({ dimensions: 2 }).notNull(),
      spot: geometry({ type: "point", mode: "xy" }).notNull(),
    });
    const { id, attributes } = fromTable(shapes, { omit: [] });
    const row = { id: 1, vector: [1, 2], sparse: "{1:1}/2", spot: { x: 1, y: 2 } };
    expect(z.object({ id, ...attributes } as unknown as z.ZodRawShape).parse(row)).toEqual(row);
  });
});

describe("a filter and a sort of every type of column", () => {
  const TEXT = z.string();
  const SCHEMAS = [
    [TEXT, "1", "a", "{a}"],
    [z.array(z.string()), "a,1"],
    [z.int(), "1"],
    [z.array(z.int()), "1,2"],
    [z.number(), "1e300"],
    [z.bigint(), "99999999999999999999"],
    [z.boolean(), "true"],
    [z.date(), "2026-01-01T00:00:00Z"],
  ] as const;
  const kinds = Object.entries(KINDS).flatMap(([name, { make, array }]) =>
    [[name, make()], array ? [`${name}s`, make().array()] : []].filter((each) => each.length > 0),
  );

  test("is answered, or refused at the start", async () => {
    const table = await newTable(Object.fromEntries(kinds));
    const name = `table_${made - 1}`;
    const serials = "serial, smallserial, bigserial";
    await client.exec(`insert into ${name} (id, ${serials}) values (1, 1, 1, 1), (2, 2, 2, 2)`);
    const resource = tableResource(t, "kinds", table, { omit: [] });
    const source = drizzleData({ db: "db", tables: { kinds: table } }).source(resource, {} as never); // its columns are not known here
    const { getMany } = resource as never as { getMany(options: object, handler: unknown): never };
    const errors: unknown[] = [];
    /** The requests of a list. Undefined if it is refused at the start. */
    const start = (options: object) => {
      try {
        const api = t.router({ kinds: resource.routes(getMany(options, source.getMany)) });
        return fetchHandler(api, {
          context: t.context(() => ({ db, isAdmin: true })),
          onError: ({ error }) => void errors.push(error),
        });
      } catch (error) {
        expect(String(error)).toMatch(/^TypeError: kinds\.getMany: (no rule for the filter|(no rule for )?the sort) "/);
        return undefined;
      }
    };
    const failed: string[] = [];
    const ask = async (handle: ReturnType<typeof start>, query: string) => {
      const response = await handle?.(new Request(`http://a.test/kinds?${query}`));
      if (response?.status === 500) failed.push(`${query}: ${errors.at(-1)}`);
      return (await response?.json()) as { links?: { next?: string | null } } | undefined;
    };
    for (const [column] of kinds) {
      const names = ["", ...OPERATORS.map((each) => `__${each}`)].map((each) => `${column}${each}`);
      const accepted = names.filter((each) => start({ filter: { [each]: z.string().optional() } }));
      for (const [schema, ...values] of SCHEMAS) {
        const filter = Object.fromEntries(accepted.map((each) => [each, schema.optional()]));
        const handle = start({ filter });
        // The other operators compare as these do.
        const asked = accepted.filter((each) => schema === TEXT || /^[^_]+(__in|__gt)?$/.test(each));
        for (const value of values)
          for (const each of asked) await ask(handle, `filter[${each}]=${encodeURIComponent(value)}`);
      }
      for (const sort of [column, `-${column}`]) {
        const handle = start({ sort: [column], page: cursorPage({ size: 1 }) });
        const first = await ask(handle, `sort=${sort}`);
        if (first?.links?.next) await ask(handle, new URL(first.links.next, "http://a.test").search.slice(1));
      }
    }
    expect(failed).toEqual([]);
  }, 240_000);
});
