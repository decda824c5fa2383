import { describe, expect, test } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import type { Json } from "../support/documents.js";
import { FILE_ID, OTHER_FILE_ID } from "../support/newsroom/store.js";

const keys = (resources: readonly Json[]) => resources.map(({ type, id }) => `${type} ${id}`).sort();

describeAdapters("includes", (newsroom) => {
  const send = newsroom.send.bind(newsroom);

  test("nested rows are sideloaded by themselves, each resource once", async () => {
    const { data, document } = await send("GET /articles?include=author,categories");
    expect(data).toHaveLength(20);
    expect(keys(document.included)).toEqual([
      "categories 1",
      "categories 2",
      "categories 3",
      "categories 4",
      "users 1",
      "users 2",
      "users 3",
    ]);
    expect(data[0].relationships.author.data).toEqual({ type: "users", id: "1" });
    expect(document.included[0]).toHaveProperty("links.self");
  });

  test("a nested include reaches through: primary resources are never in included, and linkage is full", async () => {
    const { document } = await send("GET /articles/1?include=author.articles");
    expect(keys(document.included)).toEqual([10, 13, 19, 22, 25, 7].map((id) => `articles ${id}`).concat("users 1"));
    const ann = document.included.find(({ type }: Json) => type === "users");
    expect(ann.relationships.articles.data).toContainEqual({ type: "articles", id: "1" });
  });

  test("what was not asked for is not included, though the row carries it", async () => {
    const { document } = await send(`GET /files/${FILE_ID}?include=owner`);
    expect(keys(document.included)).toEqual(["users 1"]);
    expect((await send(`GET /files/${FILE_ID}`)).document).not.toHaveProperty("included");
  });

  test("rows given by type in included are used where linkage reaches them, and dropped elsewhere", async () => {
    const { document } = await send(`GET /files/${FILE_ID}?include=tags,previous`);
    expect(keys(document.included)).toEqual([`files ${OTHER_FILE_ID}`, "tags a/b?c#d", "tags blue"]);
  });

  test("once asked for, included is there, even empty", async () => {
    expect((await send("GET /articles/4?include=author")).document.included).toEqual([]);
    expect((await send("GET /articles?include=author&filter[author]=null")).document.included).toEqual([]);
    expect((await send("GET /articles?include=author&filter[title][contains]=nowhere")).document.included).toEqual([]);
    expect((await send("GET /articles/1?include=")).document.included).toEqual([]);
  });

  test("a to-one that is null ends its path", async () => {
    const { document } = await send(`GET /files/${OTHER_FILE_ID}?include=previous.previous`);
    expect(document.included).toEqual([]);
  });

  test("a resource that is included by two paths stands there once, with the linkage of both", async () => {
    const { document } = await send(`GET /files?include=previous.previous`);
    expect(document.included).toEqual([]); // both files are primary
    expect(document.data[0].relationships.previous.data).toEqual({ type: "files", id: OTHER_FILE_ID });
  });

  test("declaring a path declares its prefixes, and nothing longer", async () => {
    expect((await send(`GET /files/${FILE_ID}?include=previous`)).status).toBe(200);
    const { status, errors } = await send("GET /articles?include=author.articles.author");
    expect(status).toBe(400);
    expect(errors[0].source).toEqual({ parameter: "include" });
  });

  test.each([
    ["nope", "/articles"],
    ["author,nope", "/articles"],
    ["author.nope", "/articles"],
    ["author__articles", "/articles"],
    ["author,,categories", "/articles"],
    ["__proto__", "/articles"],
    ["constructor", "/articles"],
    ["articles", "/categories"],
    ["articles", "/users/1"],
    ["author", "/articles/1/author"],
  ])("include=%s is refused on %s", async (include, path) => {
    const { status, errors } = await send(`GET ${path}?include=${include}`);
    expect(status).toBe(400);
    expect(errors).toEqual([expect.objectContaining({ code: "invalid_parameter", source: { parameter: "include" } })]);
  });

  test("the paths of a related operation start at its target", async () => {
    const { document } = await send("GET /articles/1/author?include=articles");
    expect(document.data).toMatchObject({ type: "users", id: "1" });
    expect(document.included.length).toBeGreaterThan(1);
    expect(document.links.self).toBe("/api/articles/1/author?include=articles");
  });

  describe("writes", () => {
    test("a create and an edit take include and fields, too", async () => {
      const relationships = { author: { data: { type: "users", id: "2" } } };
      const body = { data: { type: "articles", attributes: { title: "New", content: "" }, relationships } };
      const created = await send("POST /articles?include=author&fields[articles]=author", { body });
      expect(created.status).toBe(201);
      expect(keys(created.document.included)).toEqual(["users 2"]);
      expect(created.data).not.toHaveProperty("attributes");
      const edit = { data: { type: "articles", id: "1" } };
      const edited = await send("PATCH /articles/1?include=author", { body: edit });
      expect(keys(edited.document.included)).toEqual(["users 1"]);
    });
  });

  test("a to-many without linkage shows its links alone, unless the row carries it", async () => {
    const { data } = await send("GET /users/1");
    expect(data.relationships).toEqual({
      articles: { links: { self: "/api/users/1/relationship/articles", related: "/api/users/1/articles" } },
    });
  });

  test("a write-only field and an undeclared column never leave", async () => {
    const { text } = await newsroom.raw("GET /articles?include=author.articles");
    expect(text).not.toContain("secret");
    expect(text).not.toContain("password");
    expect((await newsroom.raw("GET /users/1")).text).not.toContain("secret");
    expect((await newsroom.raw("GET /faults/fine")).text).not.toContain("undeclared");
  });
});
