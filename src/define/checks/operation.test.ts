import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ApiError, apiError, NotFound } from "../errors.js";
import { offsetPage } from "../api/page.js";
import { toMany, toOne } from "../api/relationship.js";
import { trestle } from "../api/trestle.js";
import { started } from "../../../tests/support/routed.js";

const resource = trestle().resource("articles", {
  id: z.int(),
  attributes: { title: z.string() },
  relationships: { author: toOne("users"), categories: toMany("categories") },
});
// Operations that do not compile: the same mistakes are caught where types are not looked at.
const articles = resource as unknown as Record<string, (...rest: unknown[]) => unknown>;
const handler = () => undefined;

describe("options", () => {
  test.each<[kind: string, target: string[], options: object]>([
    [
      "getOne",
      [],
      {
        errors: [NotFound],
        sparse: false,
        include: ["author", "categories"],
        middleware: [],
        summary: "s",
        description: "d",
      },
    ],
    [
      "getMany",
      [],
      {
        filter: { title__contains: z.string() },
        sort: ["x"],
        page: offsetPage(),
        extra: { a: z.string() },
        include: [],
      },
    ],
    ["createOne", [], { include: ["author"] }],
    ["editOne", [], { sparse: true }],
    ["deleteOne", [], { errors: [NotFound] }],
    ["getRelated", ["author"], { include: ["articles"], filter: { a: z.int() } }],
    ["getRelated", ["categories"], { sort: ["name"], page: offsetPage() }],
    ["getRelationship", ["author"], { summary: "s" }],
    ["editRelationship", ["author"], { middleware: [] }],
    ["addToRelationship", ["categories"], {}],
    ["removeFromRelationship", ["categories"], {}],
    ["resetRelationship", ["categories"], {}],
    ["rpc", ["publish"], { method: "PUT", pathOperation: {}, middleware: [] }],
  ])("of %s are taken", (kind, target, options) => {
    expect(started(() => articles[kind]?.(...target, options, handler))).not.toThrow();
    expect(started(() => articles[kind]?.(...target, handler))).not.toThrow();
  });

  test.each<[kind: string, target: string[], options: object, message: string]>([
    ["getOne", [], { includes: ["author"] }, 'articles.getOne: unknown option "includes". Did you mean "include"?'],
    [
      "getOne",
      [],
      { filter: {} },
      'articles.getOne: unknown option "filter". Use "errors", "middleware", "summary", "description", "pathOperation", "timeout", "include" or "sparse".',
    ],
    ["deleteOne", [], { include: ["author"] }, 'articles.deleteOne: unknown option "include".'],
    ["rpc", ["publish"], { errors: [NotFound] }, 'articles.rpc("publish"): unknown option "errors".'],
    ["getOne", [], { constructor: 1 }, 'unknown option "constructor".'],
    [
      "getOne",
      [],
      { errors: [Error] },
      "articles.getOne: errors contains a value that is not an error class. Use NotFound, Conflict, …, or a class made by apiError.",
    ],
    ["getOne", [], { errors: ["conflict"] }, "errors contains a value that is not an error class."],
    ["getOne", [], { errors: [new NotFound()] }, "errors contains a value that is not an error class."],
    ["getOne", [], { errors: [ApiError] }, "errors contains a value that is not an error class."],
    ["getOne", [], { include: ["authr"] }, 'articles.getOne: include "authr": "articles" has no relationship "authr"'],
    ["getOne", [], { include: ["title"] }, 'include "title": "articles" has no relationship "title"'],
    ["getOne", [], { include: ["nope__articles"] }, 'include "nope__articles": "articles" has no relationship "nope"'],
    ["getOne", [], { include: ["constructor"] }, '"articles" has no relationship "constructor"'],
    [
      "getMany",
      [],
      { filter: { title__: z.string() } },
      'articles.getMany: the filter "title__" has an empty or bracketed segment. Write it like title__contains, for filter[title][contains].',
    ],
    ["getMany", [], { filter: { "a[b]": z.string() } }, 'the filter "a[b]" has an empty or bracketed segment.'],
    [
      "getMany",
      [],
      { filter: { title: z.string().nullable() } },
      'articles.getMany: the filter "title" cannot be sent in a query string: it is a nullable string, for which "null" is ambiguous. Use strings, integers',
    ],
    [
      "getMany",
      [],
      { filter: { title: z.object({}) } },
      'the filter "title" cannot be sent in a query string: it is a schema of type "object".',
    ],
    [
      "getMany",
      [],
      { extra: { sort: z.string() } },
      'articles.getMany: extra must not declare "sort": JSON:API reserves that name.',
    ],
    [
      "getMany",
      [],
      { sort: ["title", "-title"] },
      'articles.getMany: the sort name "-title" begins with "-", which means descending in a URL. Write "title", and requests choose sort=title or sort=-title. To allow descending only, write sort: { title: "desc" }.',
    ],
    ["getMany", [], { sort: { "-title": true } }, 'the sort name "-title" begins with "-"'],
    ["getRelated", ["categories"], { sort: ["-name"] }, 'the sort name "-name" begins with "-"'],
    ["getMany", [], { sort: ["a,b"] }, 'the sort name "a,b" is empty or has a comma, so no request could use it.'],
    ["getMany", [], { extra: { "page[x]": z.string() } }, 'extra must not declare "page[x]"'],
    ["getMany", [], { extra: { a: z.any() } }, 'the extra parameter "a" cannot be sent in a query string'],
    ["getMany", [], { page: z.object({}) }, "articles.getMany: page cannot be sent in a query string"],
    ["getMany", [], { page: { after: z.any() } }, "articles.getMany: page[after] cannot be sent in a query string"],
    [
      "getRelated",
      ["nope"],
      {},
      'articles.getRelated("nope"): "articles" has no relationship "nope". It has "author" or "categories".',
    ],
    [
      "getRelated",
      ["author"],
      { sort: ["name"] },
      'articles.getRelated("author"): "author" is to-one, but sort is for lists.',
    ],
    [
      "getRelated",
      ["author"],
      { page: offsetPage() },
      'articles.getRelated("author"): "author" is to-one, but page is for lists.',
    ],
    ["getRelationship", ["title"], {}, '"articles" has no relationship "title"'],
    [
      "editRelationship",
      ["categories"],
      {},
      'articles.editRelationship("categories"): "categories" is to-many, but editRelationship is for to-one. Use resetRelationship.',
    ],
    [
      "addToRelationship",
      ["author"],
      {},
      '"author" is to-one, but addToRelationship is for to-many. Use editRelationship.',
    ],
    ["removeFromRelationship", ["author"], {}, '"author" is to-one, but removeFromRelationship is for to-many.'],
    ["resetRelationship", ["author"], {}, '"author" is to-one, but resetRelationship is for to-many.'],
    [
      "rpc",
      ["relationship"],
      {},
      'articles.rpc("relationship"): an action called "relationship" would shadow the relationship endpoints. Rename it.',
    ],
    [
      "rpc",
      ["author"],
      { method: "GET" },
      'articles.rpc("author"): a GET action called "author" would shadow the related endpoint of that relationship. Rename it.',
    ],
    [
      "rpc",
      ["publish"],
      { method: "HEAD" },
      'articles.rpc("publish"): unknown method "HEAD". Use GET, POST, PUT, PATCH or DELETE.',
    ],
    ["rpc", ["pub/lish"], {}, 'articles.rpc: the action "pub/lish" is not a legal JSON:API member name.'],
    ["rpc", ["pub__lish"], {}, 'articles.rpc: the action "pub__lish" contains "__"'],
    ["rpc", [""], {}, 'articles.rpc: the action "" is not a legal JSON:API member name.'],
  ])("of %s %j are refused %#", (kind, target, options, message) => {
    expect(started(() => articles[kind]?.(...target, options, handler))).toThrow(TypeError);
    expect(started(() => articles[kind]?.(...target, options, handler))).toThrow(message);
  });

  test("a POST action may have a relationship's name", () => {
    expect(started(() => articles.rpc?.("author", handler))).not.toThrow();
  });

  test("an operation needs a handler", () => {
    const sentence = ": pass a handler, or options followed by a handler.";
    expect(started(() => articles.getOne?.())).toThrow(`articles.getOne${sentence}`);
    expect(started(() => articles.getOne?.({ include: [] }))).toThrow(`articles.getOne${sentence}`);
    expect(started(() => articles.getRelated?.("author", {}, {}))).toThrow(`articles.getRelated("author")${sentence}`);
    expect(started(() => articles.getOne?.("author", handler))).toThrow(`articles.getOne${sentence}`);
    expect(started(() => articles.command?.("publish", {}, handler))).toThrow(
      "articles.command: only rpc takes a name. Name it there: articles.routes(…).actions({ … }).",
    );
    expect(started(() => trestle().command(...(["publish", handler] as never as [typeof handler])))).toThrow(
      "t.command: only rpc takes a name. Name it there: t.router(routes, { actions: { … } }).",
    );
  });
});

test("errors may be any class that apiError made, and its subclasses", () => {
  class Taken extends apiError({ status: 409, code: "taken", title: "Taken" }) {}
  class ReallyTaken extends Taken {}
  expect(started(() => articles.getOne?.({ errors: [Taken, ReallyTaken, NotFound] }, handler))).not.toThrow();
});
