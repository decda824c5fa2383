import type { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { Conflict, NotFound, trestle } from "trestle";
import { drizzleData } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";

// Deferred constraints are checked when a transaction commits, and queries of an app's own have no source that maps their errors.

const rooms = pgTable("rooms", {
  id: integer().primaryKey(),
  name: text().notNull(),
  floor: integer().notNull(),
  version: integer().notNull().default(1),
});
interface Context {
  readonly db: ReturnType<typeof drizzle>;
}
const t = trestle<Context>();
const resource = t.resource("rooms", {
  id: z.int(),
  attributes: { name: z.string(), floor: z.int(), version: z.int() },
  createFields: ["id", "name", "floor"],
  editFields: ["name"],
  version: "version",
});
const data = drizzleData({ db: "db", tables: { rooms } });
const source = data.source(resource, {
  violations: { rooms_name_key: "This name is taken." },
  scope: () => sql`true`,
  acrossScopes: ["rooms_pkey"],
});

let pglite: PGlite;
let db: Context["db"];
beforeAll(async () => {
  pglite = await startPglite();
  db = drizzle({ client: pglite });
  await pglite.exec(`create table floors (id int primary key); insert into floors values (1);
    create table rooms (id int primary key, name text not null unique deferrable initially deferred,
      floor int not null references floors deferrable initially deferred, version int not null default 1);
    insert into rooms values (1, 'One', 1), (2, 'Two', 1)`);
});
afterAll(() => pglite?.close());

test.each([
  ["POST", "/rooms", { name: "One", floor: 1 }, { status: "409", detail: "This name is taken." }],
  ["POST", "/rooms", { name: "Three", floor: 9 }, { status: "404" }],
  ["PATCH", "/rooms/2", { name: "One" }, { status: "409", detail: "This name is taken." }],
])("%s %s: a deferred constraint is refused as any other", async (method, path, attributes, expected) => {
  const api = t.router(
    {
      rooms: resource.routes(
        resource.getOne(source.getOne),
        resource.createOne(source.createOne),
        resource.editOne(source.editOne),
      ),
    },
    { transaction: data.transaction },
  );
  const handle = fetchHandler(api, { context: t.context(() => ({ db })) });
  const body = JSON.stringify({ data: { type: "rooms", id: method === "POST" ? "3" : "2", attributes } });
  const headers = { "content-type": "application/vnd.api+json" };
  const response = await handle(new Request(`http://a.test${path}`, { method, headers, body }));
  expect((await response.json()).errors).toMatchObject([expected]);
});

test("a source's own transaction maps them, too", async () => {
  // biome-ignore lint/suspicious/noExplicitAny: arguments as a pipeline gives them
  const args: any = { ctx: { db }, include: {}, fields: {}, input: { id: 3, name: "One", floor: 1 } };
  await expect(source.createOne(args)).rejects.toMatchObject({ status: 409, field: "name" });
});

test("a handler throws what errorOf makes of its own query", async () => {
  const handler = async ({ ctx }: { ctx: Context }) => {
    try {
      return await ctx.db.execute(sql`insert into rooms values (9, 'One', 1)`).then(() => expect.unreachable());
    } catch (error) {
      throw data.errorOf(error) ?? error;
    }
  };
  const api = t.router({ rooms: resource.routes(resource.getOne({ errors: [Conflict] }, handler)) });
  const handle = fetchHandler(api, { context: t.context(() => ({ db })) });
  const response = await handle(new Request("http://a.test/rooms/1"));
  expect(response.status).toBe(409);
  expect((await response.json()).errors).toMatchObject([{ detail: "This name is taken." }]);
});

test("errorOf maps what a query of the app's own broke, and nothing else", async () => {
  const errorOf = (text: string) =>
    db.execute(sql.raw(text)).then(
      () => expect.unreachable(),
      (error: unknown) => data.errorOf(error),
    );
  const taken = await errorOf("insert into rooms values (9, 'One', 1)");
  expect(taken).toBeInstanceOf(Conflict);
  expect(taken).toMatchObject({ message: "This name is taken." });
  expect(await errorOf("insert into rooms values (9, 'Nine', 9)")).toBeInstanceOf(NotFound);
  expect(await errorOf("delete from floors")).toBeInstanceOf(Conflict);
  expect(await errorOf("insert into floors values (1)")).toBeUndefined();
  expect(await errorOf("select 1 / 0")).toBeUndefined();
  expect(data.errorOf(new Error("other"))).toBeUndefined();
  expect(data.errorOf(undefined)).toBeUndefined();
});
