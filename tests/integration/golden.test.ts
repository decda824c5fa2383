import { readFile } from "node:fs/promises";
import { createClient, type Item } from "trestle/client";
import { describe, expect, test } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import type { Api } from "../support/newsroom/api.js";
import { FILE_ID } from "../support/newsroom/store.js";

/** Formats a document like the files in tests/golden. The server sends it without spaces. */
const read = async (name: string) => await readFile(new URL(`../golden/${name}.json`, import.meta.url), "utf8");

const GOLDEN = {
  "article-with-author":
    "/articles/1?include=author.articles&fields[users]=username,articles&fields[articles]=title,author",
  "articles-page":
    "/articles?filter[title][contains]=Zod&sort=-created_at&include=author,categories&page[offset]=3&page[limit]=3",
  "article-author-empty": "/articles/4/author",
  "article-categories-relationship": "/articles/5/relationship/categories",
  "file-with-everything": `/files/${FILE_ID}?include=owner,tags,previous.previous`,
  "categories-page": "/categories?page=2",
  "unknown-parameters": "/articles?filter[author]=ann&nope=1",
} as const;

describeAdapters("the server writes the golden documents", (newsroom) => {
  test.each(Object.entries(GOLDEN))("%s", async (name, path) => {
    const answer = await newsroom.send(`GET ${path}`);
    expect(JSON.stringify(JSON.parse(await read(name)))).toBe(answer.text);
  });
});

describe("the client reads the golden documents", () => {
  const clientOf = (name: keyof typeof GOLDEN, status = 200) =>
    createClient<Api>({
      url: "http://golden.example/api",
      fetch: async () =>
        new Response(await read(name), { status, headers: { "content-type": "application/vnd.api+json" } }),
    });

  test("article-with-author", async () => {
    const article = await clientOf("article-with-author").articles.get(1, {
      include: ["author", "author__articles"],
      fields: { users: ["username", "articles"], articles: ["title", "author"] },
    });
    const author = { type: "users", id: "1" } as const;
    const title = (id: string, title: string) => ({ type: "articles", id, title, author }) as const;
    expect(article).toEqual({
      type: "articles",
      id: "1",
      title: "Learning Zod 1",
      author: {
        ...author,
        username: "ann",
        articles: [
          title("1", "Learning Zod 1"),
          title("7", "A quiet week 7"),
          title("10", "Harbour reopens 10"),
          title("13", "Learning Zod 13"),
          title("19", "A quiet week 19"),
          title("22", "Harbour reopens 22"),
          title("25", "Learning Zod 25"),
        ],
      },
    });
  });

  test("articles-page", async () => {
    const page = await clientOf("articles-page")
      .articles.list()
      .filter({ title__contains: "Zod" })
      .sort("-created_at")
      .include("author", "categories")
      .page({ offset: 3, limit: 3 });
    const second: Item<Api, "articles", "author" | "categories"> = {
      type: "articles",
      id: "17",
      title: "Learning Zod 17",
      content: "Text of 17",
      published: true,
      created_at: new Date("2026-01-17T09:30:00.000Z"),
      author: { type: "users", id: "2", username: "bob", email: "bob@example.com" },
      categories: [{ type: "categories", id: "1", name: "news" }],
    };
    expect(page[1]).toEqual(second);
    expect(page.map(({ id, author }) => [id, author?.username])).toEqual([
      ["20", undefined],
      ["17", "bob"],
      ["16", undefined],
    ]);
    expect(page.meta).toEqual({ total: 13 });
    expect([page.hasFirst(), page.hasPrevious(), page.hasNext(), page.hasLast()]).toEqual([true, true, true, true]);
  });

  test("article-author-empty", async () => {
    expect(await clientOf("article-author-empty").articles.related(4, "author")).toBeNull();
  });

  test("article-categories-relationship", async () => {
    expect(await clientOf("article-categories-relationship").articles.relationship(5, "categories").get()).toEqual([
      { type: "categories", id: "1" },
      { type: "categories", id: "2" },
    ]);
  });

  test("file-with-everything", async () => {
    const file = await clientOf("file-with-everything").files.get(FILE_ID, {
      include: ["owner", "tags", "previous__previous"],
    });
    expect(file).toMatchObject({
      bytes: 9007199254740993n,
      uploaded_at: new Date("2026-02-03T04:05:06.789Z"),
      note: null,
      details: { width: 640, taken_at: new Date("2026-02-01T00:00:00.000Z") },
      owner: { username: "ann" },
      previous: { name: "harbour-draft.jpg", note: "null", previous: null },
      tags: [{ label: "BLUE" }, { id: "a/b?c#d" }],
    });
  });

  test("categories-page", async () => {
    const page = await clientOf("categories-page").categories.list().page(2);
    expect([...page]).toEqual([
      { type: "categories", id: "3", name: "sport" },
      { type: "categories", id: "4", name: "culture" },
    ]);
    expect(page.links.next).toBe("/api/categories?page=3");
  });

  test("unknown-parameters", async () => {
    const { error } = await clientOf("unknown-parameters", 400).articles.list().safe();
    expect(error).toMatchObject({ status: 400, code: "invalid_parameter" });
    expect(error?.errors.map(({ source }) => source?.parameter)).toEqual(["filter[author]", "nope"]);
  });
});
