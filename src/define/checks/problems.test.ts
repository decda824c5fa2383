import { integer, pgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { drizzleData } from "../../drizzle/drizzle-data.js";
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
