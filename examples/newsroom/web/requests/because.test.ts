import { expect, test } from "vitest";
import { because } from "./because.js";

const lists = "client.categories.list()";

test.each([
  ["categories 5 was created, and this query lists categories", lists, "it may now contain this category"],
  [
    "articles 65 was created, and this query is filtered, sorted or paged",
    "client.articles.list()",
    "it may now contain this article",
  ],
  [
    "articles 65 was created, and this query shows the links of articles 3",
    "client.articles.list()",
    "it may now contain this article",
  ],
  [
    "articles 3 was edited, and this query is filtered or sorted by articles",
    "client.articles.list()",
    "it may now contain this article, or no longer",
  ],
  ["categories 5 was deleted, and this query lists categories", lists, "it may no longer contain this category"],
  [
    "articles 3 was re-linked, and this query may be filtered or sorted by that",
    "client.categories.list()",
    "its order may depend on this change",
  ],
  [
    "articles 3 was edited, and this query holds it",
    'client.articles.get("3")\n  .include("author")',
    "it is this article",
  ],
  ["users 3 was edited, and this query holds it", 'client.articles.get("3")', "it contains this author"],
  ["articles 3 was edited, and this query holds it", "client.articles.list()", "it contains this article"],
])("%s: %s", (reason, call, words) => {
  expect(because(reason, call)).toBe(words);
});
