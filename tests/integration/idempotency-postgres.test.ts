import { drizzle } from "drizzle-orm/pglite";
import { sql } from "drizzle-orm";
import { trestle, type Transaction } from "trestle";
import { drizzleQuery } from "trestle/drizzle";
import { migrate, postgresStore, type SqlQuery } from "trestle/postgres";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { MEDIA_TYPE } from "../support/media-type.js";
import { describeServers, type Serve } from "../support/serve.js";
import { startPglite } from "../support/pglite.js";

interface Context {
  // biome-ignore lint/suspicious/noExplicitAny: the database of one of several libraries
  readonly db?: any;
}

const pglite = await startPglite();
const orm = drizzle(pglite);
beforeAll(async () => {
  await migrate(pglite);
  await migrate(pglite);
});

interface Library {
  readonly query: SqlQuery<Context>;
  readonly transaction: Transaction<Context>;
  readonly insert: (ctx: Context, text: string) => Promise<unknown>;
}

const libraries: Readonly<Record<string, Library>> = {
  PGlite: {
    query: (ctx, text, values) => ctx.db.query(text, values),
    transaction: ({ ctx }, run) => pglite.transaction((db) => run({ ...ctx, db })),
    insert: ({ db }, text) => db.query("insert into notes (text) values ($1)", [text]),
  },
  Drizzle: {
    query: drizzleQuery("db") as SqlQuery<Context>, // the member is optional here
    transaction: ({ ctx }, run) => orm.transaction((db) => run({ ...ctx, db })),
    insert: ({ db }, text) => db.execute(sql`insert into notes (text) values (${text})`),
  },
};

async function open(serve: Serve, { query, transaction, insert }: Library, expiresAfter?: number) {
  await pglite.exec("drop table if exists notes; create table notes (id serial primary key, text text not null)");
  const t = trestle<Context>();
  const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() }, createFields: ["text"] });
  const createNote = notes.createOne({ idempotent: true }, async ({ ctx, input }) => {
    await insert(ctx, input.text);
    if (input.text === "fails") throw new Error("broken");
    return { id: 1, text: input.text };
  });
  const store = postgresStore<Context>({ query, ...(expiresAfter && { expiresAfter }) });
  const api = t.router({ notes: notes.routes(createNote) }, { transaction, idempotency: { store } });
  const { origin, logged } = await serve(api);
  const create = async (key: string, text = "Hellö \u2028 \u0000") => {
    const response = await fetch(`${origin}/api/notes`, {
      method: "POST",
      headers: { "content-type": MEDIA_TYPE, "idempotency-key": key },
      body: JSON.stringify({ data: { type: "notes", attributes: { text: text.replace("\u0000", "") } } }),
    });
    const { status, headers } = response;
    return { status, isReplayed: headers.has("idempotency-replayed"), text: await response.text() };
  };
  const count = async (table = "notes") =>
    Number((await pglite.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]?.n);
  return { create, count, logged };
}

describeServers("the Postgres store", (serve, adapter) => {
  test.each(Object.keys(libraries))("stores the response in the transaction of %s", async (name) => {
    const { create, count } = await open(serve, libraries[name] as Library);
    const key = `${adapter} ${name}`.replaceAll(" ", "-");
    const first = await create(key);
    expect(first).toMatchObject({ status: 201, isReplayed: false });
    expect(await create(key)).toEqual({ ...first, isReplayed: true });
    expect((await create(key, "other")).status).toBe(422);
    expect(await count()).toBe(1);
  });

  test("frees the key when the write is rolled back", async () => {
    const { create, count } = await open(serve, libraries.PGlite as Library);
    expect((await create(`${adapter}-fails`, "fails")).status).toBe(500);
    expect(await count()).toBe(0);
    expect(await create(`${adapter}-fails`, "works")).toMatchObject({ status: 201, isReplayed: false });
  });

  test("forgets what has expired, and removes its rows in small steps", async () => {
    const { create, count } = await open(serve, libraries.PGlite as Library, 1);
    await pglite.query("delete from trestle_idempotency_keys");
    for (let index = 0; index < 6; index++) {
      expect(await create(`${adapter}-expired`)).toMatchObject({ status: 201, isReplayed: false });
      await create(`${adapter}-${index}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await count()).toBe(12);
    expect(await count("trestle_idempotency_keys")).toBeLessThanOrEqual(3);
  });

  test("refuses a query that does not run in the transaction", async () => {
    const outside: Library = {
      ...(libraries.PGlite as Library),
      query: (_, text, values) => pglite.query<Record<string, unknown>>(text, values),
      transaction: ({ ctx }, run) => run({ ...ctx, db: pglite }),
    };
    const { create, count, logged } = await open(serve, outside);
    expect((await create(`${adapter}-outside`)).status).toBe(500);
    expect(logged[0]).toContain("postgresStore: query must run every statement in the transaction of ctx.");
    expect(await count()).toBe(0);
  });
});
