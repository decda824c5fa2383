import type { PGlite } from "@electric-sql/pglite";
import { eq, sql } from "drizzle-orm";
import { integer, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { type ApiOf, Conflict, trestle } from "trestle";
import { createClient } from "trestle/client";
import { drizzleData } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";
import { routed } from "../support/routed.js";

// Drizzle's schema does not show exclusion constraints and triggers, and not each check of the database.

const visits = pgTable("visits", {
  id: integer().primaryKey(),
  starts: integer().notNull(),
  ends: integer().notNull(),
  guest: text().notNull(),
});
interface Context {
  readonly db: ReturnType<typeof drizzle>;
}
const t = trestle<Context>();
const resource = t.resource("visits", {
  id: z.int(),
  attributes: { starts: z.int(), ends: z.int(), guest: z.string() },
  createFields: ["id", "starts", "ends", "guest"],
  editFields: ["starts", "ends", "guest"],
});
class Busy extends Conflict {}
const data = drizzleData({ db: "db", tables: { visits } });
const source = data.source(resource, {
  violations: {
    no_overlap: { detail: "The doctor is busy then.", field: "starts", as: Busy },
    in_order: { detail: "It ends before it starts.", field: "ends" },
    not_monday: { detail: "Closed on Mondays." },
    opening_hours: { detail: "Closed at this hour.", field: "starts" },
    kept: { detail: "This visit is kept.", as: Conflict },
    few: { detail: "There are enough visits." },
  },
});

let pglite: PGlite;
let db: Context["db"];
const errors: unknown[] = [];
beforeAll(async () => {
  pglite = await startPglite();
  db = drizzle({ client: pglite });
  await pglite.exec(`
    create table visits (id int primary key, starts int not null, ends int not null, guest text not null,
      constraint in_order check (starts < ends),
      constraint no_overlap exclude using gist (int4range(starts, least(ends, 99)) with &&) where (starts < ends));
    create function refuse() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' and old.guest = 'kept' then raise exception 'no' using constraint = 'kept'; end if;
      if tg_op = 'DELETE' then return old; end if;
      if new.guest = 'monday' then raise exception 'no' using errcode = '23514', constraint = 'not_monday'; end if;
      if new.guest = 'early' then raise exception 'no' using constraint = 'opening_hours'; end if;
      if new.guest = 'secret' then raise exception 'no' using constraint = 'unnamed'; end if;
      if new.guest = 'plain' then raise exception 'no'; end if;
      return new; end $$;
    create trigger refuse before insert or update or delete on visits for each row execute function refuse();
    create function few() returns trigger language plpgsql as $$ begin
      if new.guest = 'late' then raise exception 'no' using constraint = 'few'; end if; return null; end $$;
    create constraint trigger few after insert on visits deferrable initially deferred for each row execute function few();
    insert into visits values (1, 1, 5, 'Ann'), (2, 10, 11, 'kept')`);
});
afterAll(() => pglite?.close());

async function send(method: string, attributes: object, id = method === "POST" ? "9" : "1") {
  const api = t.router(
    {
      visits: resource.routes(
        resource.getOne(source.getOne),
        resource.createOne(source.createOne),
        resource.editOne(source.editOne),
        resource.deleteOne(source.deleteOne),
      ),
    },
    { transaction: data.transaction },
  );
  const handle = fetchHandler(api, {
    context: t.context(() => ({ db })),
    onError: ({ error }) => void errors.push(error),
  });
  const body = method === "DELETE" ? {} : { body: JSON.stringify({ data: { type: "visits", id, attributes } }) };
  const headers = { "content-type": "application/vnd.api+json" };
  const path = method === "POST" ? "/visits" : `/visits/${id}`;
  const response = await handle(new Request(`http://a.test${path}`, { method, headers, ...body }));
  const [error] = (await response.json()).errors;
  return [response.status, error.detail, error.source?.pointer];
}

const starts = "/data/attributes/starts";
test.each([
  ["an exclusion", { starts: 2, ends: 3, guest: "Bo" }, [409, "The doctor is busy then.", starts]],
  ["a check", { starts: 30, ends: 20, guest: "Bo" }, [422, "It ends before it starts.", "/data/attributes/ends"]],
  ["a trigger that reports a check", { starts: 20, ends: 30, guest: "monday" }, [422, "Closed on Mondays.", undefined]],
  ["a trigger", { starts: 20, ends: 30, guest: "early" }, [422, "Closed at this hour.", starts]],
  ["a deferred trigger", { starts: 20, ends: 30, guest: "late" }, [422, "There are enough visits.", undefined]],
])("%s has its own words", async (_, attributes, expected) => {
  expect(await send("POST", attributes)).toEqual(expected);
});

test("an edit and a delete have them, too", async () => {
  expect(await send("PATCH", { starts: 2, guest: "early" })).toEqual([422, "Closed at this hour.", starts]);
  expect(await send("DELETE", {}, "2")).toEqual([409, "This visit is kept.", undefined]);
});

test.each(["secret", "plain"])("what a trigger raises under no name of violations is a 500: %s", async (guest) => {
  errors.length = 0;
  expect((await send("POST", { starts: 20, ends: 30, guest }))[0]).toBe(500);
  expect(errors).toHaveLength(1);
});

test("errorOf knows them", async () => {
  const errorOf = (text: string) => db.execute(sql.raw(text)).then(() => expect.unreachable(), data.errorOf);
  expect(await errorOf("insert into visits values (9, 2, 3, 'Bo')")).toBeInstanceOf(Busy);
  expect(await errorOf("insert into visits values (9, 20, 30, 'early')")).toMatchObject({ field: "starts" });
  expect(await errorOf("insert into visits values (9, 20, 30, 'secret')")).toBeUndefined();
});

test("a deleted row that is restored while another has its name is a 409", async () => {
  const rooms = pgTable(
    "rooms",
    { id: integer().primaryKey(), name: text().notNull(), deleted: timestamp() },
    (table) => [uniqueIndex("rooms_name").on(table.name).where(sql`${table.deleted} is null`)],
  );
  await pglite.exec(`create table rooms (id int primary key, name text not null, deleted timestamp);
    create unique index rooms_name on rooms (name) where deleted is null; insert into rooms values (1, 'Blue', null)`);
  const room = t.resource("rooms", { id: z.int(), attributes: { name: z.string() }, createFields: ["id", "name"] });
  const data = drizzleData({ db: "db", tables: { rooms } });
  const source = data.source(room, { deleted: rooms.deleted, violations: { rooms_name: "This name is taken." } });
  const restore = room.command({ errors: [Conflict] }, async ({ id, ctx }) => {
    try {
      await ctx.db.update(rooms).set({ deleted: null }).where(eq(rooms.id, id));
    } catch (error) {
      throw data.errorOf(error) ?? error;
    }
  });
  const api = t.router({ rooms: source.routes({ createOne: true, deleteOne: true }).actions({ restore }) });
  const handle = fetchHandler(api, { context: t.context(() => ({ db })) });
  const client = createClient<ApiOf<typeof api>>({ url: "http://a.test", fetch: handle });
  await client.rooms.delete(1);
  await client.rooms.create({ id: 2, name: "Blue" });
  const { error } = await client.rooms.command.restore(1).safe();
  expect([error?.status, error?.message]).toEqual([409, expect.stringContaining("This name is taken.")]);
  await client.rooms.delete(2);
  await client.rooms.command.restore(1);
});

test("a name that the table does not declare needs an object, whose members are checked", () => {
  const start = (violations: object) => () =>
    routed(
      resource,
      drizzleData({ db: "db", tables: { visits } }).source(resource, { violations: violations as never }),
    );
  expect(start({ no_overlap: "Busy." })).toThrow(
    '"visits" has no constraint "no_overlap". Use visits_pkey, or fields joined with "__". If the schema cannot declare it, write an object: { no_overlap: { detail: "…" } }.',
  );
  expect(start({ no_overlap: { detial: "Busy." } })).toThrow(
    'data.source(visits): violations: "no_overlap": "detial" is not an option. Did you mean "detail"?',
  );
  const stray = { no_overlap: { detail: "Busy.", field: "begins" } };
  expect(start(stray)).toThrow('data.source(visits): violations: "no_overlap": "begins" is not a field of "visits".');
  const inMemory = memoryData().source(resource, { violations: stray });
  expect(() => routed(resource, inMemory)).toThrow(`2 problems.
  1. data.source(visits): violations: "no_overlap" is not a field.`);
});
