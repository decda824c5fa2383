import type { PGlite } from "@electric-sql/pglite";
import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { type ApiOf, type RowOf, toOne, trestle } from "trestle";
import { createClient } from "trestle/client";
import { drizzleData, tableResource } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { openapi } from "trestle/openapi";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";

// The option `id` of `trestle` is the kind of all ids, which no resource and no relationship repeats.

interface Context {
  readonly db: unknown;
}
const t = trestle<Context>({ id: z.uuid() });
const { toMany } = t.use(); // no `this`

const key = () => uuid().primaryKey().defaultRandom();
const userTable = pgTable("users", { id: key(), name: text().notNull() });
const noteTable = pgTable("notes", {
  id: key(),
  text: text().notNull(),
  author_id: uuid().references(() => userTable.id),
});
const tagTable = pgTable("tags", { id: text().primaryKey(), label: text().notNull() });
const noteTags = pgTable(
  "note_tags",
  { note_id: uuid().references(() => noteTable.id), tag_id: text().references(() => tagTable.id) },
  (pair) => [primaryKey({ columns: [pair.note_id, pair.tag_id] })],
);

const users = t.resource("users", {
  attributes: { name: z.string() },
  relationships: { notes: toMany("notes") },
  createFields: ["name"],
});
const notes = t.resource("notes", {
  attributes: { text: z.string() },
  relationships: { author: t.toOne("users").nullable(), tags: toMany("tags", { linkage: true }) },
  createFields: ["text", "author", "tags"],
  editFields: ["author", "tags"],
});
// The column is a text, but the API's ids are uuids.
const tags = tableResource(t, "tags", tagTable, { omit: [], createFields: ["label"] });

const ANN = "11111111-1111-4111-8111-111111111111";
const ZOD = "22222222-2222-4222-8222-222222222222";
const NEW = "33333333-3333-4333-8333-333333333333";

let pglite: PGlite;
let db: unknown;
beforeAll(async () => {
  pglite = await startPglite();
  db = drizzle({ client: pglite });
  await pglite.exec(`
    create table users (id uuid primary key default gen_random_uuid(), name text not null);
    create table notes (id uuid primary key default gen_random_uuid(), text text not null, author_id uuid references users);
    create table tags (id text primary key, label text not null);
    create table note_tags (note_id uuid references notes, tag_id text references tags, primary key (note_id, tag_id));
    insert into users values ('${ANN}', 'Ann');
    insert into tags values ('${ZOD}', 'zod')`);
});
afterAll(() => pglite?.close());

const newId = () => NEW;

function ofTables() {
  const schema = { users: userTable, notes: noteTable, tags: tagTable, noteTags };
  const data = drizzleData({ db: "db", tables: schema, newId });
  return { users: data.source(users, {}), notes: data.source(notes, {}), tags: data.source(tags, {}) };
}

function ofMemory(): ReturnType<typeof ofTables> {
  const data = memoryData({ newId });
  const made = {
    users: data.source(users, { rows: [{ id: ANN, name: "Ann" }], relationships: { notes: { by: "author" } } }),
    notes: data.source(notes, {}),
    tags: data.source(tags, { rows: [{ id: ZOD, label: "zod" }] }),
  };
  return made as never; // the handlers of both data have the same arguments
}

function apiOf(source: ReturnType<typeof ofTables>) {
  return t.router({
    users: source.users.routes({ getMany: true, getOne: { include: ["notes"] } }),
    notes: source.notes.routes({
      getMany: {
        filter: {
          id: z.array(z.uuid()).optional(),
          author: notes.ref("author").optional(),
          tags__label: z.string().optional(),
        },
      },
      getOne: { include: ["author", "tags"] },
      createOne: true,
      editOne: true,
      getRelated: { author: true },
      changeRelationship: { author: true, tags: true },
    }),
    tags: source.tags.routes({ getOne: true, createOne: true }),
  });
}
interface Api extends ApiOf<ReturnType<typeof apiOf>> {}

describe.each([
  ["tables", ofTables],
  ["memory", ofMemory],
])("in an API of uuids, with %s,", (_, make) => {
  test("rows, inputs, filters, paths and clients have uuids", async () => {
    const api = apiOf(make());
    const handle = fetchHandler(api, { context: t.context(() => ({ db })) });
    const client = createClient<Api>({ url: "http://a.test", fetch: handle });

    const tag = await client.tags.create({ label: "http" });
    expect(tag.id).toBe(NEW);
    const note = await client.notes.create({ text: "New", author: ANN, tags: [ZOD, tag.id] });
    expectTypeOf(note.id).toEqualTypeOf<string>();
    expect(note.author).toEqual({ type: "users", id: ANN });
    const whole = await client.notes.get(note.id).include("author", "tags");
    expect([whole.author?.name, whole.tags.map(({ label }) => label).sort()]).toEqual(["Ann", ["http", "zod"]]);
    expect((await client.users.get(ANN).include("notes")).notes.map(({ id }) => id)).toEqual([note.id]);
    const ids = async (filter: object) => (await client.notes.list().filter(filter)).map(({ id }) => id);
    expect(await ids({ id: [note.id.toUpperCase()], author: ANN, tags__label: "zod" })).toEqual([note.id]);
    expect(await ids({ author: ZOD })).toEqual([]);
    await client.notes.relationship(note.id, "tags").remove([ZOD]);
    await client.notes.update(note.id, { author: null });
    expect((await client.notes.get(note.id)).tags).toEqual([{ type: "tags", id: NEW }]);
    expect((await client.notes.get("7").safe()).error?.status).toBe(404);
    expect((await client.tags.get("a").safe()).error?.status).toBe(404);
    expect((await client.notes.list().filter({ author: "7" }).safe()).error?.status).toBe(400);
    expect((await client.notes.update(note.id, { author: "7" }).safe()).error?.status).toBe(422);
    // @ts-expect-error the ids are texts
    expect((await client.notes.update(note.id, { author: 7 }).safe()).error?.status).toBe(422);
  });
});

test("the OpenAPI document says uuid in paths, in items and in linkage", () => {
  const document = JSON.parse(JSON.stringify(openapi(apiOf(ofTables()), { info: { title: "Ids", version: "1" } })));
  const text = (part: unknown) => JSON.stringify(part);
  for (const name of ["notes", "tags"]) expect(text(document.paths[`/${name}/{id}`])).toContain('"format":"uuid"');
  expect(text(document)).not.toContain("0|-?[1-9]");
});

test("a free toOne is refused, with the function to use", () => {
  const free = t.resource("notes", { attributes: {}, relationships: { author: toOne("users") } });
  const make = () =>
    t.router({
      users: users.routes(),
      // @ts-expect-error the message is in type-tests/messages
      notes: free.routes(),
    });
  expect(make).toThrow("toOne or toMany. Or use t.toOne, which has the API's kind of id.");
});

test("without the option, ids are integers", () => {
  const plain = trestle();
  const teams = plain.resource("teams", { attributes: {}, relationships: { lead: plain.toOne("people") } });
  const people = plain.resource("people", { id: z.int32(), attributes: {} });
  expect(() => plain.router({ teams: teams.routes(), people: people.routes() })).not.toThrow();
  expectTypeOf<RowOf<typeof teams>["id"]>().toEqualTypeOf<number>();
});

test("trestle refuses ids that no path can contain, and unknown options", () => {
  // @ts-expect-error an id is not a date
  expect(() => trestle({ id: z.date() })).toThrow("trestle: a path cannot contain this type of id. Use z.int(),");
  // @ts-expect-error
  expect(() => trestle({ ids: z.uuid() })).toThrow('"ids"');
});
