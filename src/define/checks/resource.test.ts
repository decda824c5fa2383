import { describe, expect, test } from "vitest";
import { z } from "zod";
import { toMany, toOne } from "../api/relationship.js";
import { trestle } from "../api/trestle.js";
import { routed } from "../../../tests/support/routed.js";

// Configurations that do not compile: the same mistakes are caught where types are not looked at.
const t = trestle() as unknown as { resource(type: string, config: object): { routes(): object } };
const resource = (type: string, config: object) => routed(t.resource(type, config));

const GOOD = {
  id: z.int(),
  attributes: { title: z.string(), content: z.string() },
  relationships: { author: toOne("users"), categories: toMany("categories") },
};

test("a resource of legal names is taken", () => {
  const lists = {
    createFields: ["id", "title", "author"],
    editFields: ["content", "categories"],
    writeOnly: ["content"],
  };
  expect(() => resource("articles", { ...GOOD, ...lists })).not.toThrow();
  expect(() => resource("blog-posts", { id: z.uuid(), attributes: {} })).not.toThrow();
  expect(() => resource("queries", { id: z.uuid(), attributes: { query: z.string() } })).not.toThrow();
  expect(() =>
    resource("things", { id: z.string(), attributes: { constructor: z.string(), toString: z.string() } }),
  ).not.toThrow();
});

describe("a mistake in a resource", () => {
  test.each<[type: string, change: object, message: string]>([
    ["_articles", {}, 't.resource("_articles"): the type name "_articles" is not a legal JSON:API member name.'],
    ["", {}, 't.resource(""): the type name "" is not a legal JSON:API member name.'],
    ...["atomic", "command", "live", "query", "stream"].map((name): [string, object, string] => [
      name,
      {},
      `t.resource("${name}"): "${name}" is a name that Trestle uses in paths and in the client. Rename it.`,
    ]),
    ["a/b", {}, 'the type name "a/b" is not a legal JSON:API member name.'],
    [
      "my__articles",
      {},
      't.resource("my__articles"): the type name "my__articles" contains "__", which separates names. Use a single "_".',
    ],
    [
      "articles",
      { attributes: { "a.b": z.string() } },
      't.resource("articles"): the attribute "a.b" is not a legal JSON:API member name.',
    ],
    [
      "articles",
      { attributes: { type: z.string() } },
      't.resource("articles"): no attribute may be called "type"; JSON:API gives that name to every resource.',
    ],
    ["articles", { attributes: { id: z.string() } }, 'no attribute may be called "id"'],
    ["articles", { attributes: { lid: z.string() } }, 'no attribute may be called "lid"'],
    [
      "articles",
      { attributes: JSON.parse('{"__proto__":null}') },
      'the attribute "__proto__" is not a legal JSON:API member name.',
    ],
    [
      "articles",
      { relationships: { type: toOne("users") } },
      't.resource("articles"): no relationship may be called "type"',
    ],
    [
      "articles",
      { relationships: { _author: toOne("users") } },
      'the relationship "_author" is not a legal JSON:API member name.',
    ],
    ["articles", { relationships: { main__author: toOne("users") } }, 'the relationship "main__author" contains "__"'],
    [
      "articles",
      { relationships: { title: toOne("users") } },
      't.resource("articles"): "title" is both an attribute and a relationship; they share one namespace. Rename one.',
    ],
    [
      "articles",
      { createFields: ["titl"] },
      't.resource("articles"): createFields contains "titl", which is not a field. Did you mean "title"?',
    ],
    [
      "articles",
      { createFields: ["titl?"] },
      't.resource("articles"): createFields contains "titl", which is not a field. Did you mean "title"?',
    ],
    [
      "articles",
      { createFields: ["id?"] },
      't.resource("articles"): createFields contains "id?", which is not a field.',
    ],
    [
      "articles",
      { createFields: ["title", "title?"] },
      't.resource("articles"): createFields contains "title" and "title?". Remove one of them.',
    ],
    [
      "articles",
      { editFields: ["nothingalike"] },
      'editFields contains "nothingalike", which is not a field. Its fields are "title", "content", "author" or "categories".',
    ],
    ["articles", { editFields: ["id"] }, 't.resource("articles"): editFields contains "id", which is not a field.'],
    ["articles", { writeOnly: ["password"] }, 'writeOnly contains "password", which is not a field.'],
    ["articles", { writeOnly: ["id"] }, 'writeOnly contains "id", which is not a field.'],
    ["articles", { visible: { id: () => true } }, 'visible contains "id", which is not a field.'],
    ["articles", { createFields: ["constructor"] }, 'createFields contains "constructor", which is not a field.'],
    [
      "articles",
      { id: z.object({}) },
      't.resource("articles"): a path cannot contain this type of id. Use z.int(), z.string() or z.uuid().',
    ],
    ["articles", { id: z.number() }, "a path cannot contain this type of id."],
  ])("%s %#", (type, change, message) => {
    expect(() => resource(type, { ...GOOD, ...change })).toThrow(TypeError);
    expect(() => resource(type, { ...GOOD, ...change })).toThrow(message);
  });
});

/** A resource of which one field, which is `a`, is hidden from some. */
function hiding(field: object, createFields: readonly string[]) {
  return () => resource("notes", { id: z.int(), ...field, createFields, visible: { a: () => false } });
}

describe("a field that some do not see", () => {
  const needed = {
    "an attribute": { attributes: { a: z.string() } },
    "one related": { attributes: {}, relationships: { a: toOne("users") } },
    "one related or null": { attributes: {}, relationships: { a: toOne("users").nullable() } },
  };
  const spared = {
    "an optional attribute": { attributes: { a: z.string().optional() } },
    "an attribute with a default": { attributes: { a: z.string().default("") } },
    "one related, optional": { attributes: {}, relationships: { a: toOne("users").optional() } },
    "many related": { attributes: {}, relationships: { a: toMany("users") } },
  };

  test.each(Object.entries(needed))("is refused where nothing can be created without it: %s", (_, field) => {
    expect(hiding(field, ["a"])).toThrow(
      new TypeError(
        't.resource("notes"): "a" is hidden from some users, but a create requires it. Give it a default, make it optional, or take it out of createFields.',
      ),
    );
    expect(hiding(field, [])).not.toThrow();
    expect(hiding(field, ["a?"])).not.toThrow();
  });

  test.each(Object.entries(spared))("is taken where a create can do without it: %s", (_, field) => {
    expect(hiding(field, ["a"])).not.toThrow();
  });
});
