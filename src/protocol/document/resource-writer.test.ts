import { describe, expect, test } from "vitest";
import { z } from "zod";
import { toMany, toOne } from "../../define/api/relationship.js";
import { operationSpec, resourceMap, resourceSpec } from "../fixtures/specs.js";
import { writeRow, writersOf } from "../fixtures/writers.js";
import type { RowObject } from "./linkage-writer.js";
import { RowError } from "./row-error.js";

const UUID = "0190a8e0-7b6a-7c1e-8f3a-1b2c3d4e5f60";

const articles = resourceSpec("articles", {
  attributes: { title: z.string(), at: z.date(), note: z.string().optional(), password: z.string() },
  relationships: {
    author: toOne("users"),
    editor: toOne("users").nullable(),
    reviewer: toOne("users").optional(),
    tags: toMany("tags"),
    files: toMany("files", { linkage: true }),
    secrets: toMany("tags"),
  },
  writeOnly: ["password", "secrets"],
});
const all = resourceMap(
  articles,
  resourceSpec("users"),
  resourceSpec("tags", { id: z.string() }),
  resourceSpec("files", { id: z.uuid() }),
);
const ROW = { id: 1, title: "Zod", at: new Date(0), author: 7, editor: null, files: [] };

const write = (row: object) => writeRow(all, "articles", row);

describe("a row", () => {
  test("is a resource object: text ids, attributes, linkage wherever it carries the value", () => {
    expect(write({ ...ROW, note: "n", tags: ["a", "b"], files: [UUID], reviewer: 8 })).toEqual({
      type: "articles",
      id: "1",
      attributes: { title: "Zod", at: "1970-01-01T00:00:00.000Z", note: "n" },
      relationships: {
        author: { data: { type: "users", id: "7" } },
        editor: { data: null },
        reviewer: { data: { type: "users", id: "8" } },
        tags: {
          data: [
            { type: "tags", id: "a" },
            { type: "tags", id: "b" },
          ],
        },
        files: { data: [{ type: "files", id: UUID }] },
      },
    });
  });

  test("leaves out what is absent and may be", () => {
    const { attributes, relationships } = write(ROW);
    expect(Object.keys(attributes)).toEqual(["title", "at"]);
    expect(Object.keys(relationships)).toEqual(["author", "editor", "files"]);
  });

  test("lets neither undeclared columns nor write-only fields leave", () => {
    const text = JSON.stringify(
      write({
        ...ROW,
        password: "SECRET",
        secrets: ["SECRET"],
        password_hash: "SECRET",
        author: { id: 7, password: "SECRET" },
      }),
    );
    expect(text).not.toContain("SECRET");
    expect(text).not.toContain("password");
    expect(text).not.toContain("secrets");
  });

  test("shows nested rows as linkage, each once", () => {
    const { relationships } = write({ ...ROW, author: { id: 7, username: "ann" }, tags: [{ id: "a" }, "a", "b"] });
    expect(relationships.author).toEqual({ data: { type: "users", id: "7" } });
    expect(relationships.tags).toEqual({
      data: [
        { type: "tags", id: "a" },
        { type: "tags", id: "b" },
      ],
    });
  });

  test("may be an object of a class, whose columns are accessors", () => {
    class User {
      readonly #columns = { id: 1, username: "ann" };
      get id() {
        return this.#columns.id;
      }
      get username() {
        return this.#columns.username;
      }
    }
    const users = resourceMap(resourceSpec("users", { attributes: { username: z.string() } }));
    const writer = writersOf(users).get("users")!;
    const row = new User() as unknown as RowObject; // any object may be read by key
    expect(JSON.parse(writer.write(row, writer.select(undefined))).attributes).toEqual({ username: "ann" });
  });

  test("may have fields of any name", () => {
    const spec = resourceSpec("things", {
      attributes: { constructor: z.string().optional(), toString: z.string().optional(), valueOf: z.string() },
      relationships: { hasOwnProperty: toMany("things") },
    });
    expect(writeRow(resourceMap(spec), "things", { id: 1, valueOf: "v" })).toEqual({
      type: "things",
      id: "1",
      attributes: { valueOf: "v" },
    });
  });

  test("has neither attributes nor relationships where it has none to show", () => {
    expect(writeRow(all, "users", { id: 1 })).toEqual({ type: "users", id: "1" });
  });
});

describe("links", () => {
  const operations = [
    operationSpec(articles, { kind: "getOne" }),
    operationSpec(articles, { kind: "getRelated", relationship: "tags" }),
    operationSpec(articles, { kind: "getRelationship", relationship: "tags" }),
    operationSpec(articles, { kind: "getRelationship", relationship: "author" }),
  ];

  test("stand exactly where the operation is registered", () => {
    const { links, relationships } = writeRow(all, "articles", ROW, operations);
    expect(links).toEqual({ self: "/api/articles/1" });
    expect(relationships.tags).toEqual({
      links: { self: "/api/articles/1/relationship/tags", related: "/api/articles/1/tags" },
    });
    expect(relationships.author).toEqual({
      data: { type: "users", id: "7" },
      links: { self: "/api/articles/1/relationship/author" },
    });
    expect(relationships.editor).toEqual({ data: null });
  });

  test("encode text ids", () => {
    const tags = resourceSpec("tags", { id: z.string() });
    const row = writeRow(resourceMap(tags), "tags", { id: 'a/b?"c"&é' }, [operationSpec(tags, { kind: "getOne" })]);
    expect(row).toEqual({ type: "tags", id: 'a/b?"c"&é', links: { self: "/api/tags/a%2Fb%3F%22c%22%26%C3%A9" } });
  });
});

describe("select", () => {
  test("leaves the fields that are asked for", () => {
    const writer = writersOf(all).get("articles")!;
    const show = (...fields: string[]) => JSON.parse(writer.write(ROW, writer.select(new Set(fields))));
    expect(show("title", "editor")).toEqual({
      type: "articles",
      id: "1",
      attributes: { title: "Zod" },
      relationships: { editor: { data: null } },
    });
    expect(show()).toEqual({ type: "articles", id: "1" });
    expect(show("password", "secrets")).toEqual({ type: "articles", id: "1" });
  });

  test("asks a row only for what it shows", () => {
    const writer = writersOf(all).get("articles")!;
    expect(() => writer.write({ id: 1, title: "a" }, writer.select(new Set(["title"])))).not.toThrow();
  });
});

describe("a row that does not fit", () => {
  test.each<[name: string, change: object, message: string]>([
    [
      "a missing attribute",
      { title: undefined },
      'The row of articles 1 does not fit its declaration: "title" is undefined, not a string.',
    ],
    ["null", { title: null }, '"title" is null, not a string.'],
    ["another kind", { at: "2026-01-31" }, '"at" is a string, not a valid Date.'],
    ["an invalid date", { at: new Date(Number.NaN) }, '"at" is a Date, not a valid Date.'],
    ["a missing to-one", { author: undefined }, '"author" is missing.'],
    ["null for a to-one", { author: null }, '"author" is null, but is not nullable.'],
    ["null for an optional to-one", { reviewer: null }, '"reviewer" is null, but is not nullable.'],
    [
      "a to-one of another kind",
      { author: "7" },
      'The row of users "7" does not fit its declaration: "id" is a string, not an integer.',
    ],
    ["a nested row without an id", { author: { username: "ann" } }, '"id" is undefined, not an integer.'],
    ["a list for a to-one", { author: [7] }, '"id" is undefined, not an integer.'],
    ["missing linkage", { files: undefined }, '"files" is missing.'],
    ["a to-many that is not a list", { tags: "a" }, '"tags" is a string, not an array.'],
    ["null for a to-many", { tags: null }, '"tags" is null, not an array.'],
    ["null in a to-many", { tags: [null] }, '"tags" contains null.'],
    ["a number for a text id", { tags: [1] }, '"id" is the number 1, not a string.'],
    ["no uuid for a uuid", { files: ['"},{'] }, '"id" is a string, not a uuid string.'],
    ["a fraction for an id", { id: 1.5 }, '"id" is the number 1.5, not an integer.'],
    ["no id", { id: undefined }, '"id" is undefined, not an integer.'],
  ])("is an error that names resource, id and field: %s", (_name, change, message) => {
    expect(() => write({ ...ROW, ...change })).toThrow(RowError);
    expect(() => write({ ...ROW, ...change })).toThrow(message);
  });
});
