import { integer, pgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { drizzleData } from "../../drizzle/drizzle-data.js";
import { tableResource } from "../../drizzle/from-table.js";
import { memoryData } from "../../memory/index.js";
import { toOne } from "../api/relationship.js";
import { makeRouter } from "../api/router.js";
import { trestle } from "../api/trestle.js";

const t = trestle<{ db: unknown }>();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string(), size: z.int() },
  relationships: { author: toOne("users"), place: toOne("places") },
});

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

test("a router reports all problems together, and none that follows from another", () => {
  const row = () => ({ id: 1, text: "", size: 1, author: 1, place: 1 });
  const routes = {
    people: users.routes(),
    notes: notes.routes(notes.getOne({ include: ["place__town", "author__boss"] }, row)),
  };
  expect(messageOf(() => makeRouter(routes))).toBe(
    [
      "t.router: 3 problems.",
      '  1. t.router: "users" is registered as "people"; the key must be the type\'s name.',
      '  2. t.router: relationship "notes.place": no resource "places" in this router.',
      '  3. notes.getOne: include "author__boss": "users" has no relationship "boss".',
    ].join("\n"),
  );
});

test("a resource reports all of its problems together", () => {
  const config = { id: z.int(), attributes: { text: z.string() }, createFields: ["txt"], editFields: ["size"] };
  const wrong = t.resource("notes", config as never);
  expect(messageOf(() => t.router({ notes: wrong.routes() } as never))).toBe(
    [
      "t.router: 2 problems.",
      '  1. t.resource("notes"): createFields contains "txt", which is not a field. Did you mean "text"?',
      '  2. t.resource("notes"): editFields contains "size", which is not a field. Its fields are "text".',
    ].join("\n"),
  );
});

test("a source reports all of its columns together, in its first call", async () => {
  const tables = { notes: pgTable("notes", { id: integer().primaryKey(), author_id: integer(), place_id: integer() }) };
  const { getOne } = drizzleData({ db: "db", tables }).source(notes, {} as never);
  await expect(getOne({ ctx: { db: {} }, id: 1 })).rejects.toThrow(
    [
      "data.source(notes): 2 problems.",
      '  1. data.source(notes): the table "notes" has no column "text". Name one: columns: { text: … }.',
      '  2. data.source(notes): the table "notes" has no column "size". Name one: columns: { size: … }.',
    ].join("\n"),
  );
});

test("operations, source.routes and a router's own options report their problems with all others", () => {
  const tags = t.resource("tags", { id: z.int(), attributes: { name: z.string() } });
  const posts = t.resource("posts", { id: z.int(), attributes: {}, relationships: { tag: toOne("tags") } });
  const wrong = posts as unknown as Record<string, (...rest: unknown[]) => object>;
  const row = () => ({ id: 1 });
  const data = memoryData();
  const { routes } = data.source(tags) as never as { routes: (options: object, ...more: object[]) => object };
  const made = routes({ getMny: true, getOne: false, getMany: { sort: ["-name"], extra: { sort: z.int() } } }, row);
  const own = posts.routes as (...operations: object[]) => { actions: (named: object) => object };
  const actions = {
    close: wrong.getOne?.(row),
    relationship: wrong.command?.(row),
    open: wrong.command?.("open", row),
  };
  const routed = own(wrong.getOne?.({ includ: [], errors: [Error], include: ["tga"] }, row) ?? {}).actions(actions);
  const options = { transactions: data.transaction, atomic: true, idempotency: { stor: 1, callr: 2 } };
  expect(messageOf(() => t.router({ posts: routed, tags: made, users } as never, options as never))).toBe(
    [
      "t.router: 15 problems.",
      '  1. t.router: "transactions" is not an option. Did you mean "transaction"?',
      '  2. t.router: idempotency: "stor" is not an option. Did you mean "store"?',
      '  3. t.router: idempotency: "callr" is not an option. Did you mean "caller"?',
      '  4. posts.routes(…).actions: "close" is not an action. Make it with posts.command(…), query(…) or stream(…).',
      '  5. data.source(tags).routes: "getMny" is not an option. Did you mean "getMany"?',
      "  6. data.source(tags).routes: getOne must be true, or options. To leave it out, remove it.",
      "  7. tags.routes takes operations. Make them with tags.getOne(…) or a similar method.",
      '  8. posts.getOne: unknown option "includ". Did you mean "include"?',
      "  9. posts.getOne: errors contains a value that is not an error class. Use NotFound, Conflict, …, or a class made by apiError.",
      '  10. posts.getOne: include "tga": "posts" has no relationship "tga".',
      '  11. posts.command("relationship"): an action called "relationship" would shadow the relationship endpoints. Rename it.',
      "  12. posts.command: only rpc takes a name. Name it there: posts.routes(…).actions({ … }).",
      '  13. tags.getMany: the sort name "-name" begins with "-", which means descending in a URL. Write "name", and requests choose sort=name or sort=-name. To allow descending only, write sort: { name: "desc" }.',
      '  14. tags.getMany: extra must not declare "sort": JSON:API reserves that name.',
      '  15. t.router: "users" is not a list of operations. Write users: users.routes(…).',
    ].join("\n"),
  );
});

test("a wrong operation rejects each call with its problem", async () => {
  const list = users.getMany({ sort: ["-name"] }, () => []);
  await expect(list({ ctx: { db: {} } } as never)).rejects.toThrow('users.getMany: the sort name "-name" begins with');
});

test("a target that nothing has is reported once, by the source if there is one", () => {
  const data = memoryData();
  const source = data.source(notes);
  data.source(users);
  const routes = { notes: notes.routes(notes.getOne(source.getOne)), users: users.routes() };
  const sentence = 'data.source(notes): "place" leads to "places", which has no source.';
  expect(messageOf(() => makeRouter(routes))).toBe(sentence);
  expect(messageOf(() => makeRouter({ ...routes, notes: notes.routes() }))).toBe(sentence);
});

test("a source and a resource of a table need no options to say what is wrong", () => {
  const table = pgTable("people", { id: integer().primaryKey() });
  const source = drizzleData({ db: "db", tables: { people: table } }).source as (resource: object) => object;
  const people = t.resource("people", { id: z.int(), attributes: {} });
  expect(source(people)).toHaveProperty("getOne");
  expect(messageOf(() => t.router({ people: people.routes() }))).toBe("");
  const declare = tableResource as unknown as (...rest: unknown[]) => typeof people;
  expect(messageOf(() => t.router({ people: declare(t, "people", table).routes() }))).toBe(
    'tableResource("people"): write pick or omit. omit: [] serves all columns, pick: [] only those in rename.',
  );
});
