import { sql } from "drizzle-orm";
import { drizzle as overNodePostgres } from "drizzle-orm/node-postgres";
import { check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { drizzle as overPglite } from "drizzle-orm/pglite";
import { drizzle as overPostgresJs } from "drizzle-orm/postgres-js";
import pg from "pg";
import postgres from "postgres";
import { Conflict, NotFound, toMany, toOne, trestle, UnprocessableContent } from "trestle";
import { drizzleData } from "trestle/drizzle";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type RunningPostgres, startPostgres } from "../support/postgres.js";
import { startPglite } from "../support/pglite.js";

// The drivers report the same errors of Postgres in members of other names, and Drizzle wraps them.

const floors = pgTable("floors", { id: integer().primaryKey() });
const rooms = pgTable(
  "rooms",
  {
    id: integer().primaryKey(),
    name: text().notNull().unique("rooms_name"),
    seats: integer().notNull(),
    starts: integer().notNull(),
    floor: integer()
      .notNull()
      .references(() => floors.id),
  },
  (room) => [check("some_seats", sql`${room.seats} > 0`)],
);
const DDL = `
  create table floors (id int primary key);
  create table rooms (id int primary key, name text not null constraint rooms_name unique, seats int not null, starts int not null,
    floor int not null references floors on delete restrict, constraint some_seats check (seats > 0),
    constraint no_overlap exclude using gist (int4range(starts, starts + 10) with &&) where (starts >= 0));
  create table logs (id int primary key, room int references rooms);
  create function refuse() returns trigger language plpgsql as $$ begin
    if new.name = 'attic' then raise exception 'no' using constraint = 'no_attic'; end if;
    if new.name = 'cellar' then raise exception 'no' using errcode = '23514', constraint = 'no_cellar', table = 'rooms', schema = 'public'; end if;
    if new.name = 'hall' then raise exception 'no' using constraint = 'unnamed'; end if;
    return new; end $$;
  create trigger refuse before insert or update on rooms for each row execute function refuse();
  insert into floors values (1); insert into rooms values (1, 'One', 4, 0, 1); insert into logs values (1, 1);`;
const RESET = "drop table if exists logs, rooms, floors; drop function if exists refuse;";

const t = trestle<{ readonly db: unknown }>();
const floor = t.resource("floors", { id: z.int(), attributes: {}, relationships: { rooms: toMany("rooms") } });
const room = t.resource("rooms", {
  id: z.int(),
  attributes: { name: z.string(), seats: z.int(), starts: z.int() },
  relationships: { floor: toOne("floors") },
  createFields: ["id", "name", "seats", "starts", "floor"],
});
class Busy extends Conflict {}
const data = drizzleData({ db: "db", tables: { floors, rooms } });
data.source(floor, {});
data.source(room, {
  violations: {
    rooms_name: "This name is taken.",
    no_overlap: { detail: "The room is busy then.", field: "starts", as: Busy },
    no_attic: { detail: "The attic is closed." },
    no_cellar: { detail: "The cellar is closed.", field: "name" },
  },
});

const raised = (code: string) => `do $$ begin raise exception 'no' using errcode = '${code}'; end $$`;
const OTHERS =
  "22000 22001 22003 22007 22008 22009 22012 22015 22021 22023 22026 22P02 22P03 22P05 2200L 2202E 40001 40P01 42501 42601 42P01 53300 54000 54001 57014 XX000";

/** A statement, and what `errorOf` makes of its error: a class, its words and its field. */
const CASES: readonly [statement: string, ...error: unknown[]][] = [
  ["insert into rooms values (9, 'One', 4, 20, 1)", Conflict, "This name is taken.", "name"],
  ["insert into rooms values (9, 'Two', 4, 20)", UnprocessableContent, '"floor" must not be null.', "floor"],
  ["update rooms set id = 1, name = null", UnprocessableContent, '"name" must not be null.', "name"],
  [
    "insert into rooms values (9, 'Two', 4, 20, 7)",
    NotFound,
    'The resource that "floor" refers to does not exist.',
    "floor",
  ],
  ["delete from floors", Conflict, "Other resources still refer to this one.", undefined],
  ["update floors set id = 2", Conflict, "Other resources still refer to this one.", undefined],
  [
    "insert into rooms values (9, 'Two', 0, 20, 1)",
    UnprocessableContent,
    'The value violates the constraint "some_seats" of the database.',
    "seats",
  ],
  ["insert into rooms values (9, 'Two', 4, 5, 1)", Busy, "The room is busy then.", "starts"],
  ["insert into rooms values (9, 'attic', 4, 20, 1)", UnprocessableContent, "The attic is closed.", undefined],
  ["insert into rooms values (9, 'cellar', 4, 20, 1)", UnprocessableContent, "The cellar is closed.", "name"],
  ["insert into rooms values (9, 'hall', 4, 20, 1)"],
  // An index cannot hold it.
  [
    `insert into rooms select 9, string_agg(sha512(i::text::bytea)::text, ''), 4, 20, 1 from generate_series(1, 40) i`,
    UnprocessableContent,
    '"name" cannot be stored: it is too long or out of range.',
    "name",
  ],
  // Of a table without a source.
  ["insert into logs values (1, 1)"],
  ["insert into logs values (2, 7)"],
  // Of no table: nobody knows which value is meant.
  ["insert into rooms values (9, 'Two', 2147483648, 20, 1)"],
  ["insert into rooms values (9, 'Two', 'x'::int, 20, 1)"],
  ...OTHERS.split(" ").map((code) => [raised(code)] as [string]),
];

let server: RunningPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

/** Runs a statement by itself, by Drizzle and by the driver. */
interface Client {
  readonly ways: readonly ((statement: string) => PromiseLike<unknown>)[];
  close(): Promise<unknown>;
}
const drivers: Record<string, () => Promise<Client>> = {
  PGlite: async () => {
    const client = await startPglite();
    await client.exec(DDL);
    const db = overPglite({ client });
    return { ways: [(text) => db.execute(sql.raw(text)), (text) => client.query(text)], close: () => client.close() };
  },
  "node-postgres": async () => {
    const client = new pg.Pool({ connectionString: server.url });
    client.on("error", () => {}); // the server ends before its idle connections
    await client.query(RESET + DDL);
    const db = overNodePostgres({ client });
    return { ways: [(text) => db.execute(sql.raw(text)), (text) => client.query(text)], close: () => client.end() };
  },
  "postgres.js": async () => {
    const client = postgres(server.url, { onnotice: () => {} });
    await client.unsafe(RESET + DDL);
    const db = overPostgresJs({ client });
    return { ways: [(text) => db.execute(sql.raw(text)), (text) => client.unsafe(text)], close: () => client.end() };
  },
};

describe.each(Object.entries(drivers))("errorOf with %s", (_, open) => {
  let client: Client;
  beforeAll(async () => {
    client = await open();
  });
  afterAll(() => client?.close());

  test.each(CASES)("%s", async (...[statement, Class, detail, field]) => {
    for (const run of client.ways) {
      const thrown: unknown = await run(statement).then(
        () => expect.unreachable(),
        (error: unknown) => error,
      );
      const error = data.errorOf(thrown);
      if (Class === undefined) expect(error).toBeUndefined();
      else expect([error?.constructor, error?.message, error?.field]).toEqual([Class, detail, field]);
    }
  });
});
