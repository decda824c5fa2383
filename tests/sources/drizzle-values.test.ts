import { sql } from "drizzle-orm";
import { drizzle as overNodePostgres } from "drizzle-orm/node-postgres";
import { date, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { drizzle as overPglite } from "drizzle-orm/pglite";
import { drizzle as overPostgresJs } from "drizzle-orm/postgres-js";
import pg from "pg";
import postgres from "postgres";
import { cursorPage, toMany, toOne, trestle } from "trestle";
import { drizzleData, hasMany } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type RunningPostgres, startPostgres } from "../support/postgres.js";
import { startPglite } from "../support/pglite.js";

const times = pgTable("times", {
  id: integer().primaryKey(),
  zoned: timestamp({ withTimezone: true }),
  plain: timestamp(),
  day: date({ mode: "date" }),
  words: text(),
  data: jsonb().$type<z.infer<ReturnType<typeof z.json>>>(),
  parent_id: integer(),
});
const DDL = `create table times (id int primary key, zoned timestamptz, plain timestamp, day date, words text, data jsonb, parent_id int)`;

interface Context {
  // biome-ignore lint/suspicious/noExplicitAny: Drizzle's database, with any driver
  readonly db: any;
}
const t = trestle<Context>();
const fields = ["zoned", "plain", "day", "words", "data"] as const;
const resource = t.resource("times", {
  id: z.int32(),
  attributes: {
    zoned: z.date().nullable(),
    plain: z.date().nullable(),
    day: z.date().nullable(),
    words: z.string().nullable(),
    data: z.json().nullable(),
    last: z.date().nullable(),
  },
  relationships: { parent: toOne("times").nullable(), children: toMany("times") },
  createFields: ["id", ...fields, "parent"],
  editFields: fields,
});
const data = drizzleData({ db: "db", tables: { times } });
const source = data.source(resource, {
  columns: { last: sql<Date>`greatest(${times.zoned}, ${times.zoned})`.mapWith(times.zoned) },
  relationships: { children: hasMany(times.parent_id) },
});
const api = t.router({
  times: resource.routes(
    resource.getMany(
      {
        filter: { words: z.string().optional(), words__contains: z.string().optional(), zoned: z.date().optional() },
        sort: ["words", "zoned"],
        page: cursorPage({ size: 9 }),
        include: ["children"],
      },
      source.getMany,
    ),
    resource.createOne(source.createOne),
    resource.editOne(source.editOne),
  ),
});

const yearOf = (year: number, month = 0) => {
  const date = new Date(Date.UTC(2000, month, 28, 23, 59, 58, 987));
  date.setUTCFullYear(year);
  return date;
};
const midnight = (date: Date) => new Date(date.getTime() - (((date.getTime() % 86_400_000) + 86_400_000) % 86_400_000));

let server: RunningPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

interface Opened {
  // biome-ignore lint/suspicious/noExplicitAny: Drizzle's database, with any driver
  readonly db: any;
  close(): Promise<unknown>;
}
const drivers: Record<string, () => Promise<Opened> | Opened> = {
  PGlite: async () => {
    const client = await startPglite();
    return { db: overPglite({ client }), close: () => client.close() };
  },
  "node-postgres": () => {
    const pool = new pg.Pool({ connectionString: server.url, max: 1 });
    pool.on("error", () => {});
    return { db: overNodePostgres({ client: pool }), close: () => pool.end() };
  },
  "postgres.js": () => {
    const client = postgres(server.url, { max: 1, onnotice: () => {} });
    return { db: overPostgresJs({ client }), close: () => client.end() };
  },
};

describe.each(Object.keys(drivers))("values with %s", (name) => {
  let opened: Opened;
  beforeAll(async () => {
    const open = drivers[name];
    if (!open) throw new Error(name);
    opened = await open();
    await opened.db.execute(sql.raw("drop table if exists times"));
    await opened.db.execute(sql.raw(DDL));
  });
  afterAll(() => opened?.close());

  const alone = <T>(work: (ctx: Context) => Promise<T>) => work({ db: opened.db });
  const within = <T>(work: (ctx: Context) => Promise<T>) => data.transaction({ ctx: { db: opened.db } }, work);
  const clear = () => opened.db.execute(sql.raw("delete from times"));

  describe.each(["UTC", "Asia/Kolkata", "America/St_Johns", "Europe/Amsterdam"])("in the time zone %s", (zone) => {
    test.each(Object.entries({ alone, within }))("dates are what was written, %s", async (_, run) => {
      await opened.db.execute(sql.raw(`set time zone '${zone}'`));
      await clear();
      const years = [1, 50, 99, 100, 1799, 1950, 2026, 9999];
      for (const [index, year] of years.entries()) {
        const at = yearOf(year, index);
        const input = {
          zoned: at,
          plain: at,
          day: midnight(at),
          words: "x",
          data: null,
          parent: index === 0 ? null : 1,
        };
        const { data } = await run((ctx) => source.createOne({ ctx, input: { id: index + 1, ...input } }));
        expect(data).toMatchObject({ zoned: at, plain: at, day: midnight(at), last: at });
      }
      // biome-ignore lint/suspicious/noExplicitAny: arguments as a pipeline gives them
      const args = (ctx: Context, more: object): any => ({
        ctx,
        include: {},
        fields: {},
        filter: {},
        sort: [],
        page: undefined,
        ...more,
      });
      const sorted = await run((ctx) =>
        source.getMany(args(ctx, { sort: [{ field: "zoned", order: "desc" }], include: { children: true } })),
      );
      expect(sorted.data.map(({ id }) => id)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
      const [first] = sorted.data.slice(-1) as unknown as { children: { id: number; zoned: Date; day: Date }[] }[];
      expect(first?.children.map(({ zoned }) => zoned)).toEqual(
        years.slice(1).map((year, index) => yearOf(year, index + 1)),
      );
      const found = await run((ctx) => source.getMany(args(ctx, { filter: { zoned: yearOf(50, 1) } })));
      expect(found.data.map(({ id }) => id)).toEqual([2]);
    });
  });

  test("a time that no Date can hold is invalid, and a year before 1 is read", async () => {
    await opened.db.execute(sql.raw("set time zone 'UTC'"));
    await clear();
    await opened.db.execute(
      sql.raw(
        `insert into times (id, zoned, day) values (1, '0044-03-15 12:00Z BC', '0044-03-15 BC'), (2, 'infinity', null)`,
      ),
    );
    const read = async (id: number) => (await source.getOne({ ctx: { db: opened.db }, id })).data;
    expect((await read(1)).zoned?.toISOString()).toBe("-000043-03-15T12:00:00.000Z");
    expect((await read(1)).day?.toISOString()).toBe("-000043-03-15T00:00:00.000Z");
    expect(Number.isNaN((await read(2)).zoned?.getTime())).toBe(true);
  });

  test("a filter with half of a surrogate pair finds nothing, and not the character that replaces it", async () => {
    await clear();
    await opened.db.execute(sql.raw("insert into times (id, words) values (1, '\ufffd')"));
    const found = async (filter: object) => {
      // biome-ignore lint/suspicious/noExplicitAny: arguments as a pipeline gives them
      const args: any = { ctx: { db: opened.db }, include: {}, fields: {}, sort: [], page: undefined, filter };
      return (await source.getMany(args)).data.length;
    };
    expect(await found({ words: "\ufffd" })).toBe(1);
    expect([await found({ words: "\ud800" }), await found({ words__contains: "\ud800" })]).toEqual([0, 0]);
  });

  const ask = async (run: typeof alone, method: string, path: string, attributes?: object) => {
    const logged: unknown[] = [];
    return run(async (ctx) => {
      const handle = fetchHandler(api, {
        context: t.context(() => ctx),
        onError: ({ error }: { error: unknown }) => logged.push(error),
      } as never);
      const headers = { "content-type": "application/vnd.api+json" };
      const body =
        attributes &&
        JSON.stringify({
          data: {
            type: "times",
            id: method === "PATCH" ? "1" : "2",
            attributes,
            ...(method === "POST" && { relationships: { parent: { data: null } } }),
          },
        });
      const response = await handle(new Request(`http://x${path}`, body ? { method, headers, body } : { method }));
      const content = await response.text();
      const { data, errors } = content ? JSON.parse(content) : {};
      return { status: response.status, data, error: errors?.[0], logged };
    });
  };

  describe.each(Object.entries({ alone, within }))("%s", (_, run) => {
    test.each([
      ["words", "\ud800"],
      ["words", "a\udc00b"],
      ["data", "\ud800"],
      ["data", { deep: ["\udfff"] }],
      ["data", { "\ud800": 1 }],
      ["words", "a\0b"],
      ["data", ["\0"]],
    ])("a text that Postgres cannot store in %s is a 422 at the field: %j", async (field, value) => {
      await clear();
      await opened.db.execute(sql.raw("insert into times (id, words) values (1, 'x')"));
      const { status, error, logged } = await ask(run, "PATCH", "/times/1", { [field]: value });
      expect([status, error?.source, logged]).toEqual([422, { pointer: `/data/attributes/${field}` }, []]);
      const made = await ask(run, "POST", "/times", {
        zoned: null,
        plain: null,
        day: null,
        words: null,
        data: null,
        [field]: value,
      });
      expect([made.status, made.error?.source, made.logged]).toEqual([
        422,
        { pointer: `/data/attributes/${field}` },
        [],
      ]);
    });
  });
});

test("memory refuses the same texts", async () => {
  const inMemory = memoryData().source(resource, {
    rows: [{ id: 1, words: "x", zoned: null, plain: null, day: null, data: null, last: null, parent: null }],
    relationships: { children: { by: "parent" } },
  });
  const edit = (words: string) => inMemory.editOne({ ctx: { db: undefined }, id: 1, input: { words } as never });
  await expect(edit("\ud800")).rejects.toMatchObject({
    status: 422,
    message: '"words" cannot be stored: it contains a lone surrogate.',
  });
  await expect(edit("\0")).rejects.toMatchObject({ status: 422 });
  expect((await edit("😀")).data.words).toBe("😀");
});
