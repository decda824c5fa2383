import { describe, expect, test } from "vitest";
import { UNSET } from "trestle";
import { describeAdapters } from "../support/adapters.js";
import type { Json } from "../support/documents.js";
import { EXTENDED, MEDIA_TYPE } from "../support/media-type.js";

describeAdapters("the extension trestle:fields", (newsroom) => {
  const send = (line: string, body: unknown, contentType = EXTENDED) =>
    newsroom.send(line, { body, headers: { "content-type": contentType } });
  const create = (fields: unknown, more: object = {}) =>
    send("POST /articles", { data: { type: "articles", "trestle:fields": fields, ...more } });
  const edit = (fields: unknown, more: object = {}) =>
    send("PATCH /articles/1", { data: { type: "articles", id: "1", "trestle:fields": fields, ...more } });
  const told = ({ status, errors }: { status: number; errors: readonly Json[] }) => [
    status,
    ...errors.map(({ code, source, meta }) => `${code} ${source.pointer} ${meta?.path ?? ""}`.trim()),
  ];

  test("a create with bare fields means the same as the plain document", async () => {
    const extended = await create({ title: "New", content: "Text", author: 2, categories: [1, "2"] });
    expect(extended.status).toBe(201);
    const input = newsroom.store.last.input;
    newsroom.store.articles.delete(1025);
    const plain = await newsroom.send("POST /articles", {
      body: {
        data: {
          type: "articles",
          attributes: { title: "New", content: "Text" },
          relationships: {
            author: { data: { type: "users", id: "2" } },
            categories: {
              data: [
                { type: "categories", id: "1" },
                { type: "categories", id: "2" },
              ],
            },
          },
        },
      },
    });
    expect(input).toEqual(newsroom.store.last.input);
    expect(extended.document).toEqual(plain.document);
  });

  test("an edit with bare fields: absent is UNSET, null is null", async () => {
    expect((await edit({ author: null })).status).toBe(200);
    expect(newsroom.store.last.input).toEqual({ title: UNSET, content: UNSET, published: UNSET, author: null });
    expect((await edit({})).status).toBe(200);
  });

  test("a relationship takes ids, identifiers and resources, reduced to what identifies them", async () => {
    for (const author of [
      2,
      "2",
      { type: "users", id: "2" },
      { type: "users", id: "2", username: "bob", articles: [] },
    ]) {
      expect((await edit({ author })).status).toBe(200);
      expect(newsroom.store.last.input.author).toBe(2);
    }
    for (const author of [2.5, "x", "02", true, { type: "articles", id: "2" }, { id: 2 }, [2]]) {
      const { status, errors } = await edit({ author });
      expect([409, 422]).toContain(status);
      expect(errors[0].source.pointer).toMatch(/^\/data\/trestle:fields\/author/);
    }
  });

  test("problems point into trestle:fields, and a missing field at it", async () => {
    expect(told(await create({ title: "", categories: [1, "x"] }))).toEqual([
      422,
      "too_small /data/trestle:fields/title title",
      "invalid_id /data/trestle:fields/categories/1 categories",
      "required /data/trestle:fields content",
      "required /data/trestle:fields author",
    ]);
  });

  test("what is undeclared, and what is declared but not to be written, is a 422", async () => {
    expect(told(await edit({ titel: "x", created_at: "2026-01-01", categories: [] }))).toEqual([
      422,
      "unknown_field /data/trestle:fields/titel titel",
      "unknown_field /data/trestle:fields/created_at created_at",
      "unknown_field /data/trestle:fields/categories categories",
    ]);
  });

  test("both forms together are a 400", async () => {
    expect(told(await edit({}, { attributes: {} }))).toEqual([400, "invalid_document /data"]);
    expect(told(await edit({}, { relationships: {} }))).toEqual([400, "invalid_document /data"]);
    expect(told(await send("POST /articles/1/relationship/categories", { data: [], "trestle:related": [1] }))).toEqual([
      400,
      "invalid_document",
    ]);
  });

  test("trestle:fields must be an object", async () => {
    for (const fields of [7, "x", [], null, true]) {
      expect(told(await edit(fields))).toEqual([400, "invalid_document /data/trestle:fields"]);
    }
  });

  test("without ext in the media type its members are ignored", async () => {
    const data = { type: "articles", id: "1", "trestle:fields": { title: "Edited" } };
    expect((await send("PATCH /articles/1", { data }, MEDIA_TYPE)).data.attributes.title).toBe("Learning Zod 1");
    const body = { "trestle:related": [1] };
    expect(told(await send("POST /articles/1/relationship/categories", body, MEDIA_TYPE))).toEqual([
      400,
      "invalid_document",
    ]);
  });

  test("with ext, a plain document is read as one", async () => {
    const data = { type: "articles", id: "1", attributes: { title: "Edited" } };
    expect((await send("PATCH /articles/1", { data })).data.attributes.title).toBe("Edited");
    const body = { data: [{ type: "categories", id: "5" }] };
    expect((await send("POST /articles/1/relationship/categories", body)).status).toBe(204);
  });

  describe("trestle:related", () => {
    const change = (method: string, path: string, related: unknown) =>
      send(`${method} /articles/1/relationship/${path}`, { "trestle:related": related });
    const categories = () => newsroom.store.articles.get(1)?.categories;

    test("changes a relationship by bare ids", async () => {
      expect((await change("POST", "categories", [2, "3"])).status).toBe(204);
      expect(categories()).toEqual([1, 2, 3]);
      expect((await change("DELETE", "categories", [1])).status).toBe(204);
      expect(categories()).toEqual([2, 3]);
      expect((await change("PATCH", "categories", [])).status).toBe(204);
      expect(categories()).toEqual([]);
      expect((await change("PATCH", "author", 3)).status).toBe(204);
      expect((await change("PATCH", "author", null)).status).toBe(204);
      expect(newsroom.store.articles.get(1)?.author).toBeNull();
    });

    test("problems point into it", async () => {
      expect(told(await change("PATCH", "author", "x"))).toEqual([422, "invalid_id /trestle:related author"]);
      expect(told(await change("POST", "categories", 1))).toEqual([422, "invalid_type /trestle:related categories"]);
      expect(told(await change("POST", "categories", [1, null]))).toEqual([
        422,
        "invalid_type /trestle:related/1 categories",
      ]);
    });
  });

  test("an answer names ext only where Accept asks for it", async () => {
    const plain = await newsroom.raw("GET /articles/1");
    expect(plain.headers["content-type"]).toBe(MEDIA_TYPE);
    const extended = await newsroom.raw("GET /articles/1", { headers: { accept: EXTENDED } });
    expect([extended.status, extended.headers["content-type"]]).toEqual([200, EXTENDED]);
    expect(extended.text).toBe(plain.text);
  });
});
