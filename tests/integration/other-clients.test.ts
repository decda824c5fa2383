import { Jsona } from "jsona";
import Kitsu from "kitsu";
import { describe, expect, test } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import type { Json } from "../support/documents.js";
import { MEDIA_TYPE } from "../support/media-type.js";

/** JSON:API clients that nobody here wrote. */
describeAdapters("other clients", (newsroom) => {
  describe("kitsu", () => {
    const make = (): Json =>
      new Kitsu({ baseURL: newsroom.url, pluralize: false, camelCaseTypes: false, resourceCase: "none" });

    test("lists with filter, sort, page, include and fields", async () => {
      const { data, links, meta } = await make().get("articles", {
        params: {
          filter: { title: { contains: "Zod" } },
          sort: "-created_at",
          page: { offset: 1, limit: 2 },
          include: "author,categories",
          fields: { users: "username" },
        },
      });
      expect(data.map(({ id, title }: Json) => [id, title])).toEqual([
        ["24", "Zod in practice 24"],
        ["21", "Learning Zod 21"],
      ]);
      expect(data[1].author.data).toMatchObject({ type: "users", id: "3", username: "cyd" });
      expect(data[1].categories.data[0]).toMatchObject({ name: "news" });
      expect(meta.total).toBe(13);
      expect(links.next).toContain("page%5Boffset%5D=3");
    });

    test("gets one with nested includes, related resources and relationships", async () => {
      const kitsu = make();
      const { data } = await kitsu.get("articles/1", { params: { include: "author.articles" } });
      expect(data.author.data.articles.data.map(({ title }: Json) => title)).toContain("A quiet week 7");
      expect((await kitsu.get("articles/1/author")).data).toMatchObject({ type: "users", username: "ann" });
      expect((await kitsu.get("articles/5/categories")).data).toHaveLength(2);
      expect((await kitsu.get("articles/1/relationship/author")).data).toMatchObject({ type: "users", id: "1" });
    });

    test("creates with relationships, updates and deletes", async () => {
      const kitsu = make();
      const created = await kitsu.create("articles", {
        title: "From kitsu",
        content: "Text",
        author: { data: { type: "users", id: "2" } },
        categories: {
          data: [
            { type: "categories", id: "1" },
            { type: "categories", id: "3" },
          ],
        },
      });
      expect(created.status).toBe(201);
      const { id } = created.data;
      expect(newsroom.store.articles.get(Number(id))).toMatchObject({
        title: "From kitsu",
        author: 2,
        categories: [1, 3],
      });
      const updated = await kitsu.update("articles", { id, title: "Edited by kitsu" });
      expect(updated.data.title).toBe("Edited by kitsu");
      expect((await kitsu.delete("articles", id)).status).toBe(204); // it sends a document with its DELETE
      await expect(kitsu.get(`articles/${id}`)).rejects.toMatchObject({
        errors: [{ status: "404", code: "not_found" }],
      });
    });

    test("sends back what it read: fields that cannot be written are ignored", async () => {
      const kitsu = make();
      const { data } = await kitsu.get("articles/2", { params: { include: "author" } });
      const { status } = await kitsu.update("articles", { ...data, title: "Sent back" });
      expect(status).toBe(200);
      expect(newsroom.store.articles.get(2)).toMatchObject({
        title: "Sent back",
        author: 2,
        created_at: new Date("2026-01-02T09:30:00.000Z"),
      });
    });

    test("changes relationships", async () => {
      const kitsu = make();
      const change = (method: string, body: unknown) =>
        kitsu.request({ method, url: "articles/1/relationship/categories", type: "categories", body });
      await change("POST", [{ id: "2" }, { id: "3" }]);
      expect(newsroom.store.articles.get(1)?.categories).toEqual([1, 2, 3]);
      await change("PATCH", [{ id: "5" }]);
      expect(newsroom.store.articles.get(1)?.categories).toEqual([5]);
    });

    test("understands errors", async () => {
      const kitsu = make();
      await expect(kitsu.create("articles", { title: "" })).rejects.toMatchObject({
        errors: expect.arrayContaining([expect.objectContaining({ source: { pointer: "/data/attributes/title" } })]),
      });
      await expect(kitsu.get("articles", { params: { nope: 1 } })).rejects.toMatchObject({
        errors: [{ code: "unknown_parameter" }],
      });
    });
  });

  describe("jsona", () => {
    const jsona = new Jsona();
    const fetchModel = async (path: string) =>
      jsona.deserialize(await (await fetch(newsroom.url + path)).text()) as Json;
    const write = (method: string, path: string, document: unknown) =>
      fetch(newsroom.url + path, {
        method,
        headers: { "content-type": MEDIA_TYPE, accept: MEDIA_TYPE },
        body: JSON.stringify(document),
      });

    test("lists with include, and gets one", async () => {
      const articles = await fetchModel("/articles?include=author,categories&page[limit]=5");
      expect(articles[4]).toMatchObject({
        type: "articles",
        id: "5",
        title: "Learning Zod 5",
        author: { username: "bob" },
        categories: [{ name: "news" }, { name: "science" }],
      });
      const article = await fetchModel("/articles/1?include=author.articles");
      expect(article.author.articles.map(({ title }: Json) => title)).toContain("Learning Zod 13");
    });

    test("creates, updates, deletes, and changes relationships, with what it serializes", async () => {
      const model = {
        type: "articles",
        title: "From jsona",
        content: "Text",
        author: { type: "users", id: "1" },
        categories: [{ type: "categories", id: "4" }],
        relationshipNames: ["author", "categories"],
      };
      const created = await write("POST", "/articles", jsona.serialize({ stuff: model, includeNames: [] }));
      expect(created.status).toBe(201);
      const article = jsona.deserialize(await created.text()) as Json;
      expect(newsroom.store.articles.get(Number(article.id))).toMatchObject({ author: 1, categories: [4] });

      const edited = { ...article, title: "Edited by jsona" };
      const document = jsona.serialize({ stuff: edited, includeNames: [] });
      const updated = await write("PATCH", `/articles/${article.id}`, document);
      expect([updated.status, (jsona.deserialize(await updated.text()) as Json).title]).toEqual([
        200,
        "Edited by jsona",
      ]);

      const tags = { data: [{ type: "categories", id: "5" }] };
      expect((await write("PATCH", `/articles/${article.id}/relationship/categories`, tags)).status).toBe(204);
      expect(newsroom.store.articles.get(Number(article.id))?.categories).toEqual([5]);
      expect((await fetch(`${newsroom.url}/articles/${article.id}`, { method: "DELETE" })).status).toBe(204);
    });

    test("sends back a whole model that it read", async () => {
      const article = await fetchModel(
        "/articles/1?fields[articles]=title,content,published,created_at,author,categories",
      );
      const document = jsona.serialize({ stuff: { ...article, title: "Whole" }, includeNames: [] });
      const response = await write("PATCH", "/articles/1", document);
      expect(response.status).toBe(200);
      expect(newsroom.store.articles.get(1)?.title).toBe("Whole");
    });
  });
});
