import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { DeclaredOptions } from "../../define/model/operation.js";
import { numberPage, offsetPage } from "../../define/api/page.js";
import { toMany, toOne } from "../../define/api/relationship.js";
import { operationSpec, resourceMap, resourceSpec } from "../fixtures/specs.js";
import { includeCost } from "./query-parser.js";
import { includeTree } from "../../wire/include-path.js";

const posts = resourceSpec("posts", {
  attributes: {},
  relationships: { author: toOne("people"), comments: toMany("comments", { fanOut: 3 }), likes: toMany("people") },
});
const comments = resourceSpec("comments", {
  attributes: {},
  relationships: { author: toOne("people"), replies: toMany("comments", { fanOut: 2 }) },
});
const people = resourceSpec("people", { attributes: {}, relationships: { posts: toMany("posts", { fanOut: 5 }) } });
const resources = resourceMap(posts, comments, people);

const tree = (include: string) => includeTree(include.split(",").map((path) => path.split(".")));

function budget(limit: number, options: DeclaredOptions = {}, kind: "getMany" | "getOne" = "getMany") {
  return includeCost(operationSpec(posts, { kind }, options), resources, limit);
}

describe("what one row includes", () => {
  test.each([
    ["author", 1],
    ["likes", 10],
    ["comments", 3],
    ["author,comments", 4],
    ["comments.author", 6],
    ["comments.author,comments.replies", 12],
    ["comments.replies.replies.author", 3 + 6 + 12 + 12],
    ["author.posts.comments", 1 + 5 + 15],
    ["author,author.posts,author.posts", 6],
  ])("%s: %i", (include, cost) => {
    expect(budget(cost, {}, "getOne")(tree(include), undefined)).toBeUndefined();
    expect(budget(cost - 1, {}, "getOne")(tree(include), undefined)?.detail).toContain(
      `include may add ${cost} resources to one row, but at most ${cost - 1} are allowed.`,
    );
  });
});

describe("how many rows there are", () => {
  const author = tree("author");
  test.each<[string, DeclaredOptions["page"], unknown, number]>([
    ["the requested limit", offsetPage(), { offset: 5, limit: 7 }, 7],
    ["the size of the pages", numberPage({ size: 9 }), { number: 4, size: 9 }, 9],
    ["a limit of one's own", { limit: z.int() }, { limit: 8 }, 8],
    ["one, where such a limit is none", { limit: z.string() }, { limit: "8" }, 1],
    ["one, where it is nothing", { limit: z.int() }, { limit: -3 }, 1],
    ["one, where a size is the user's own", { size: z.int() }, { size: 8 }, 1],
    ["one, where nothing is known", z.int(), 3, 1],
    ["one, where there are no pages", undefined, undefined, 1],
  ])("%s", (_, declared, page, rows) => {
    expect(budget(rows, { page: declared })(author, page)).toBeUndefined();
    const twice = tree("author,author.posts");
    expect(budget(rows * 6 - 1, { page: declared })(twice, page)?.detail).toContain(`${rows * 6} resources`);
  });
});

test("an error for include has the number of rows", () => {
  const page = { offset: 0, limit: 2 };
  expect(budget(5, { page: offsetPage() })(tree("comments"), page)).toMatchObject({
    code: "invalid_parameter",
    detail: expect.stringMatching(/^include may add 6 resources to 2 rows, but at most 5 are allowed\. /),
    source: { parameter: "include" },
  });
});

describe("what would fit", () => {
  test.each([
    ["comments.replies.author,author", 30, "Remove comments.replies.author, or request page[limit]=1."],
    ["comments.author,likes", 40, "Remove comments.author, or request page[limit]=2."],
    ["comments.author,likes", 33, "Remove comments, or request page[limit]=2."],
    ["comments.author,likes", 18, "Remove likes, or request page[limit]=1."],
    ["comments.author,likes", 15, "Remove paths."],
    ["comments.author,likes,author", 5, "Remove paths."],
  ])("of %s in %i", (include, limit, advice) => {
    const detail = budget(limit, { page: offsetPage() })(tree(include), { offset: 0, limit: 3 })?.detail;
    expect(detail?.split("allowed. ")[1]).toBe(advice);
  });

  test("is true", () => {
    const page = offsetPage();
    const many = budget(100, { page });
    const detail = many(tree("comments.replies,likes"), { offset: 0, limit: 50 })?.detail ?? "";
    const limit = Number(/page\[limit\]=(\d+)/.exec(detail)?.[1]);
    expect(many(tree("comments.replies,likes"), { offset: 0, limit })).toBeUndefined();
    expect(many(tree("comments.replies,likes"), { offset: 0, limit: limit + 1 })).toBeDefined();
  });
});
