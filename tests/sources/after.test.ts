import type { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { Conflict, toMany, trestle } from "trestle";
import { drizzleData, manyToMany, type RowChange } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";

// The app logs each write in its transaction: a write has a log exactly if it is committed.

const tags = pgTable("tags", { id: integer().primaryKey(), label: text().notNull() });
const notes = pgTable("notes", {
  id: integer().primaryKey(),
  text: text().notNull(),
  version: integer().notNull().default(1),
  deleted: timestamp(),
});
const noteTags = pgTable("note_tags", { note: integer(), tag: integer() }, (pair) => [
  primaryKey({ columns: [pair.note, pair.tag] }),
]);
interface Context {
  readonly db: ReturnType<typeof drizzle>;
}
const t = trestle<Context>();
const tag = t.resource("tags", {
  id: z.int(),
  attributes: { label: z.string() },
  createFields: ["id", "label"],
});
const note = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string(), version: z.int() },
  relationships: { tags: toMany("tags") },
  createFields: ["id", "text", "tags"],
  editFields: ["text", "tags"],
  version: "version",
});

const LOGGED = sql`insert into log values (1)`;
let heard: object[] = [];
/** The body of the last response. */
let answer: { readonly errors?: readonly object[] } = {};
let onChange: (ctx: Context) => unknown = () => undefined;
const after = async ({ ctx, ...change }: RowChange<Context>) => {
  heard.push(change);
  await onChange(ctx);
};
const inTables = () => {
  const data = drizzleData({ db: "db", tables: { tags, notes }, after });
  return {
    transaction: data.transaction,
    tags: data.source(tag, { after: (change) => heard.push({ own: change.kind }) }),
    notes: data.source(note, { deleted: notes.deleted, relationships: { tags: manyToMany(noteTags, PAIR) } }),
  };
};
const PAIR = { from: noteTags.note, to: noteTags.tag };
const inMemory = (): ReturnType<typeof inTables> => {
  const data = memoryData({ after });
  return {
    transaction: data.transaction,
    tags: data.source(tag, { after: (change) => heard.push({ own: change.kind }), rows: [{ id: 1, label: "One" }] }),
    notes: data.source(note, { rows: [{ id: 1, text: "Old", version: 1, tags: [], gone: null }], deleted: "gone" }),
  } as never;
};

let pglite: PGlite;
let db: Context["db"];
const errors: unknown[] = [];
beforeAll(async () => {
  pglite = await startPglite();
  db = drizzle({ client: pglite });
});
beforeEach(async () => {
  heard = [];
  errors.length = 0;
  onChange = () => undefined;
  await pglite.exec(`drop table if exists note_tags, notes, tags, log;
    create table tags (id int primary key, label text not null);
    create table notes (id int primary key, text text not null, version int not null default 1, deleted timestamp);
    create table note_tags (note int references notes, tag int references tags, primary key (note, tag));
    create table log (id int primary key);
    insert into tags values (1, 'One'); insert into notes values (1, 'Old')`);
});
afterAll(() => pglite?.close());

function serve({ transaction, ...made }: ReturnType<typeof inTables>) {
  const api = t.router(
    {
      tags: tag.routes(tag.createOne(made.tags.createOne)),
      notes: note.routes(
        note.getOne(made.notes.getOne),
        note.createOne(made.notes.createOne),
        note.editOne(made.notes.editOne),
        note.deleteOne(made.notes.deleteOne),
        note.addToRelationship("tags", made.notes.addToRelationship("tags")),
        note.removeFromRelationship("tags", made.notes.removeFromRelationship("tags")),
        note.resetRelationship("tags", made.notes.resetRelationship("tags")),
      ),
    },
    { transaction, atomic: {} },
  );
  const handle = fetchHandler(api, {
    context: t.context(() => ({ db })),
    onError: ({ error }) => void errors.push(error),
  });
  return async (method: string, path: string, body?: object, more: Record<string, string> = {}) => {
    const ext = path === "/operations" ? '; ext="https://jsonapi.org/ext/atomic"' : "";
    const type = `application/vnd.api+json${ext}`;
    const headers = { "content-type": type, accept: type, ...more };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await handle(new Request(`http://a.test${path}`, init));
    answer = response.status === 204 ? {} : await response.json();
    return response.status;
  };
}
const edit = (text: string) => ({ data: { type: "notes", id: "1", attributes: { text } } });
const members = { data: [{ type: "tags", id: "1" }] };

test.each([
  ["tables", inTables],
  ["memory", inMemory],
] as const)("after is called for each write of %s, with the row before and after", async (_, make) => {
  const send = serve(make());
  const attributes = { text: "New" };
  await send("POST", "/notes", { data: { type: "notes", id: "2", attributes, relationships: { tags: members } } });
  await send("PATCH", "/notes/1", edit("Newer"));
  await send("POST", "/notes/1/relationship/tags", members);
  await send("DELETE", "/notes/1");
  await send("POST", "/tags", { data: { type: "tags", id: "2", attributes: { label: "Two" } } });
  expect(await send("DELETE", "/notes/9")).toBe(404);
  const newer = { id: 1, text: "Newer", version: 2 };
  expect(heard).toEqual([
    { type: "notes", kind: "create", id: 2, before: undefined, after: { id: 2, text: "New", version: 1, tags: [1] } },
    { type: "notes", kind: "edit", id: 1, before: { id: 1, text: "Old", version: 1 }, after: newer },
    {
      type: "notes",
      kind: "members",
      id: 1,
      before: { ...newer, tags: [] },
      after: { ...newer, version: 3, tags: [1] },
    },
    { type: "notes", kind: "delete", id: 1, before: { ...newer, version: 3 }, after: undefined },
    { own: "create" },
  ]);
});

test.each([
  ["tables", inTables],
  ["memory", inMemory],
] as const)("a throw of after undoes the write of %s", async (_, make) => {
  const send = serve(make());
  onChange = () => Promise.reject(new Error("refused"));
  expect(await send("PATCH", "/notes/1", edit("New"))).toBe(500);
  expect(await send("DELETE", "/notes/1")).toBe(500);
  onChange = () => undefined;
  await send("PATCH", "/notes/1", edit("Newer"));
  expect(heard.at(-1)).toMatchObject({ before: { text: "Old", version: 1 } });
});

test("what after writes stays with the write, and goes with it", async () => {
  const send = serve(inTables());
  const logged = async () => (await pglite.query("select * from log")).rows.length;
  onChange = async (ctx) => {
    await ctx.db.execute(LOGGED);
    throw new Error("refused");
  };
  await send("PATCH", "/notes/1", edit("New"));
  expect(await logged()).toBe(0);
  onChange = (ctx) => ctx.db.execute(LOGGED);
  expect(await send("PATCH", "/notes/1", edit("New"))).toBe(200);
  expect(await logged()).toBe(1);
});

test("a statement that fails in after fails the write, even if nothing throws", async () => {
  const send = serve(inTables());
  onChange = (ctx) => ctx.db.execute(sql`select 1 / 0`).catch(() => undefined);
  expect(await send("DELETE", "/notes/1")).toBe(500);
  expect(errors).toMatchObject([{ message: expect.stringContaining("A statement of the transaction failed") }]);
  expect(await send("GET", "/notes/1")).toBe(200);
});

test.each([
  ["tables", inTables],
  ["memory", inMemory],
] as const)("after gets the members of %s that each change leaves", async (_, make) => {
  const send = serve(make());
  await send("PATCH", "/notes/1/relationship/tags", members);
  await send("DELETE", "/notes/1/relationship/tags", members);
  await send("PATCH", "/notes/1/relationship/tags", { data: [] });
  const change = (before: number[], after: number[]) => ({
    kind: "members",
    before: { tags: before },
    after: { tags: after },
  });
  expect(heard).toMatchObject([change([], [1]), change([1], []), change([], [])]);
});

test.each([
  ["PATCH", "/notes/1", edit("New")],
  ["DELETE", "/notes/1", undefined],
  ["POST", "/notes/1/relationship/tags", members],
] as const)("after is not called if the version conflicts: %s %s", async (method, path, body) => {
  const send = serve(inTables());
  expect(await send(method, path, body, { "if-match": '"9"' })).toBe(412);
  expect(heard).toEqual([]);
});

test("an error of after points at its field, where the request has one, and in a batch at its operation", async () => {
  const send = serve(inTables());
  onChange = () => Promise.reject(new Conflict("It is archived.", { field: "text" }));
  const errorsOf = async (...request: Parameters<typeof send>) => [await send(...request), answer.errors];
  const error = { status: "409", detail: "It is archived." };
  expect(await errorsOf("PATCH", "/notes/1", edit("New"))).toMatchObject([
    409,
    [{ ...error, source: { pointer: "/data/attributes/text" } }],
  ]);
  const [status, [deletion]] = (await errorsOf("DELETE", "/notes/1")) as [number, object[]];
  expect([status, deletion]).toMatchObject([409, error]);
  expect(deletion).not.toHaveProperty("source");
  const remove = { op: "remove", ref: { type: "notes", id: "1" } };
  expect(await errorsOf("POST", "/operations", { "atomic:operations": [remove] })).toMatchObject([
    409,
    [{ ...error, source: { pointer: "/atomic:operations/0" } }],
  ]);
});

test("after runs again with a transaction of the source that is tried again", async () => {
  onChange = () => {
    if (heard.length === 1) throw Object.assign(new Error("deadlock detected"), { code: "40P01" });
  };
  // biome-ignore lint/suspicious/noExplicitAny: arguments as a pipeline gives them
  const args: any = { ctx: { db }, id: 1, include: {}, fields: {}, input: { text: "New" } };
  await inTables().notes.editOne(args);
  expect(heard).toMatchObject([{ before: { text: "Old" } }, { before: { text: "Old" }, after: { text: "New" } }]);
});

test("after is called for each operation of a batch, and a batch that fails leaves nothing", async () => {
  const send = serve(inTables());
  onChange = (ctx) => (heard.length === 2 ? ctx.db.execute(sql`insert into log values (1)`) : undefined);
  const update = (id: string, text: string) => ({ op: "update", data: { type: "notes", id, attributes: { text } } });
  const operations = (last: object) => ({ "atomic:operations": [update("1", "A"), update("1", "B"), last] });
  expect(await send("POST", "/operations", operations(update("9", "C")))).toBe(404);
  expect(heard).toMatchObject([{ after: { text: "A" } }, { before: { text: "A" }, after: { text: "B" } }]);
  expect((await pglite.query("select * from log")).rows).toEqual([]);
});
