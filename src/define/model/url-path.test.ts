import { expect, test } from "vitest";
import { z } from "zod";
import { toMany, toOne } from "../api/relationship.js";
import { trestle } from "../api/trestle.js";

const t = trestle();
const articles = t.resource("articles", {
  id: z.string(),
  attributes: {},
  relationships: { author: toOne("people"), tags: toMany("people") },
});
const people = t.resource("people", { id: z.int(), attributes: {} });
const api = t.router({
  articles: articles.routes(
    articles.editOne(() => ({ id: "1", author: 1 })),
    articles.createOne(() => ({ id: "1", author: 1 })),
    articles.getRelated("author", () => ({ id: 1 })),
    articles.addToRelationship("tags", () => {}),
    articles.rpc("publish", () => new Response()),
  ),
  people: people.routes(),
});
// Names that do not compile, too.
const url = api.url as (name: string, parameters?: { id?: string | number }) => string;

test.each([
  ["articles__item", "/articles/1"],
  ["articles__collection", "/articles"],
  ["articles__author__related", "/articles/1/author"],
  ["articles__author__relationship", "/articles/1/relationship/author"],
  ["articles__tags__relationship", "/articles/1/relationship/tags"],
  ["articles__rpc__publish", "/articles/1/publish"],
])("%s is %s", (name, path) => {
  expect(url(name, { id: 1 })).toBe(path);
});

test("encodes ids", () => {
  expect(api.url("articles__item", { id: "a/b?c é" })).toBe("/articles/a%2Fb%3Fc%20%C3%A9");
});

test.each(["people__item", "articles__tags__related", "__proto__", "", "articles__rpc__relationship"])(
  "knows no %j",
  (name) => {
    expect(() => url(name, { id: 1 })).toThrow(`api.url: no URL is called "${name}". Use "articles__item"`);
  },
);

test("needs an id, but for a collection", () => {
  expect(() => url("articles__item")).toThrow('api.url("articles__item") needs { id }.');
  expect(url("articles__collection")).toBe("/articles");
});
