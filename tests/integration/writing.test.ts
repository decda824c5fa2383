import { describe, expect, test } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import type { Sent } from "../support/sent.js";
import type { Json } from "../support/documents.js";
import { EXTENDED } from "../support/media-type.js";
import { FILE_ID } from "../support/newsroom/store.js";

describeAdapters("validation of creates and edits", (newsroom) => {
  const send = newsroom.send.bind(newsroom);
  const problems = async (line: string, data: unknown, sent: Sent = {}) => {
    const { status, errors } = await send(line, { body: { data }, ...sent });
    return [status, ...errors.map(({ code, source, meta }) => `${code} ${source.pointer} ${meta?.path ?? ""}`.trim())];
  };
  const extended = { headers: { "content-type": EXTENDED } };

  test("a create that fails its schema is a 422 with one error object a problem", async () => {
    const attributes = { title: "", published: "yes" };
    const { status, errors } = await send("POST /articles", { body: { data: { type: "articles", attributes } } });
    expect(status).toBe(422);
    expect(errors).toEqual([
      {
        status: "422",
        code: "too_small",
        title: "Invalid value",
        detail: expect.stringMatching(/too small/i),
        source: { pointer: "/data/attributes/title" },
        meta: { path: ["title"] },
      },
      expect.objectContaining({ code: "invalid_type", source: { pointer: "/data/attributes/published" } }),
      {
        status: "422",
        code: "required",
        title: "Required",
        detail: "content is required.",
        source: { pointer: "/data/attributes" },
        meta: { path: ["content"] },
      },
      {
        status: "422",
        code: "required",
        title: "Required",
        detail: "author is required.",
        source: { pointer: "/data" }, // there are no relationships that could lack it
        meta: { path: ["author"] },
      },
    ]);
    expect(newsroom.store.calls).toEqual([]);
  });

  test("a missing field points at the parent that lacks it", async () => {
    expect(await problems("POST /users", { type: "users" })).toEqual([
      422,
      "required /data username",
      "required /data email",
      "required /data password",
    ]);
    expect(
      await problems("POST /articles", { type: "articles", attributes: { title: "x" }, relationships: {} }),
    ).toEqual([422, "required /data/attributes content", "required /data/relationships author"]);
  });

  test("an edit that fails its schema is a 422, and nothing changes", async () => {
    const before = newsroom.store.articles.get(1);
    const attributes = { title: "x".repeat(201), content: null };
    expect(await problems("PATCH /articles/1", { type: "articles", id: "1", attributes })).toEqual([
      422,
      "too_big /data/attributes/title title",
      "invalid_type /data/attributes/content content",
    ]);
    expect(newsroom.store.articles.get(1)).toEqual(before);
  });

  test("nested values are pointed at, and a nested one that is missing is required", async () => {
    const edit = (details: unknown) =>
      problems(`PATCH /files/${FILE_ID}`, { type: "files", id: FILE_ID, attributes: { details } }, { headers: LOGIN });
    expect(await edit({ width: "wide" })).toEqual([422, "invalid_type /data/attributes/details/width details,width"]);
    expect(await edit({})).toEqual([422, "required /data/attributes/details details,width"]);
    expect(await edit({ width: 1, taken_at: "never" })).toEqual([
      422,
      "invalid_type /data/attributes/details/taken_at details,taken_at",
    ]);
  });
  const LOGIN = { authorization: "editor", "content-type": "application/vnd.api+json" };

  describe("fields", () => {
    test("an undeclared attribute or relationship is a 422 with a pointer", async () => {
      const attributes = { titel: "x", __proto__: null, categories: [1] };
      const relationships = { autor: { data: null }, title: { data: null } };
      const data = { type: "articles", id: "1", attributes, relationships };
      expect(await problems("PATCH /articles/1", data)).toEqual([
        422,
        "unknown_field /data/attributes/titel titel",
        "unknown_field /data/attributes/categories categories",
        "unknown_field /data/relationships/autor autor",
        "unknown_field /data/relationships/title title",
      ]);
    });

    test("unknown members of a document are ignored elsewhere", async () => {
      const data = {
        type: "articles",
        id: "1",
        lid: "x",
        meta: {},
        links: {},
        unknown: 1,
        attributes: { title: "E" },
      };
      const { status } = await send("PATCH /articles/1", {
        body: { data, included: [], meta: {}, jsonapi: {}, other: 1, "trestle:fields": 1 },
      });
      expect(status).toBe(200);
    });

    test("a relationship without data changes nothing", async () => {
      const data = { type: "articles", id: "1", relationships: { author: { links: {} } } };
      expect((await send("PATCH /articles/1", { body: { data } })).data.relationships.author.data.id).toBe("1");
      expect(await problems("PATCH /articles/1", { ...data, relationships: { author: 7 } })).toEqual([
        400,
        "invalid_document /data/relationships/author",
      ]);
    });
  });

  describe("identity", () => {
    test("a wrong type is a 409, a missing one a 400", async () => {
      expect(await problems("POST /articles", { type: "users" })).toContain("type_mismatch /data/type");
      expect(await problems("PATCH /articles/1", { type: "users", id: "1" })).toEqual([
        409,
        "type_mismatch /data/type",
      ]);
      expect(await problems("PATCH /articles/1", { id: "1" })).toEqual([400, "invalid_document /data"]);
      expect(await problems("PATCH /articles/1", { type: 7, id: "1" })).toEqual([400, "invalid_document /data"]);
    });

    test("an id that is not the URL's is a 409, a missing one a 400", async () => {
      expect(await problems("PATCH /articles/1", { type: "articles", id: "2" })).toEqual([409, "id_mismatch /data/id"]);
      expect(await problems("PATCH /articles/1", { type: "articles" })).toEqual([400, "invalid_document /data"]);
      expect(await problems("PATCH /articles/1", { type: "articles", id: 1 })).toEqual([
        400,
        "invalid_document /data/id",
      ]);
    });

    test("an id on create is a 403 where clients choose none", async () => {
      const data = {
        type: "users",
        id: "7",
        attributes: { username: "eve", email: "e@x.org", password: "long enough" },
      };
      expect(await problems("POST /users", data)).toEqual([403, "client_id_not_allowed /data/id"]);
    });

    test("where clients choose ids, one is taken, required and checked", async () => {
      const created = await send("POST /tags", {
        body: { data: { type: "tags", id: "a b", attributes: { label: "x" } } },
      });
      expect([created.status, created.data.id, created.headers.location]).toEqual([201, "a b", "/api/tags/a%20b"]);
      expect(await problems("POST /tags", { type: "tags", attributes: { label: "x" } })).toEqual([
        422,
        "required /data id",
      ]);
      expect(await problems("POST /tags", { type: "tags", id: "", attributes: { label: "x" } })).toEqual([
        422,
        "invalid_id /data/id id",
      ]);
      const file = { type: "files", id: "7", attributes: {}, relationships: {} };
      expect(await problems("POST /files", file, { headers: LOGIN })).toContain("invalid_id /data/id id");
    });
  });

  describe("relationships in documents", () => {
    const withAuthor = (data: unknown) =>
      problems("PATCH /articles/1", { type: "articles", id: "1", relationships: { author: { data } } });

    test("must hold identifiers of the declared type", async () => {
      const at = "/data/relationships/author/data";
      expect(await withAuthor({ type: "articles", id: "1" })).toEqual([409, `type_mismatch ${at}/type author`]);
      expect(await withAuthor({ type: "users", id: "x" })).toEqual([422, `invalid_id ${at}/id author`]);
      expect(await withAuthor({ type: "users", id: 1 })).toEqual([422, `invalid_id ${at}/id author`]);
      expect(await withAuthor(7)).toEqual([422, `invalid_type ${at} author`]);
      expect(await withAuthor([])).toEqual([422, `invalid_type ${at} author`]);
      expect(await withAuthor({ id: "1" })).toEqual([422, `invalid_type ${at} author`]);
    });

    test("a to-many takes a list, and each member is pointed at", async () => {
      const attributes = { title: "New", content: "" };
      const create = (data: unknown) =>
        problems("POST /articles", {
          type: "articles",
          attributes,
          relationships: { author: { data: null }, categories: { data } },
        });
      const at = "/data/relationships/categories/data";
      expect(await create({ type: "categories", id: "1" })).toEqual([422, `invalid_type ${at} categories`]);
      expect(await create(null)).toEqual([422, `invalid_type ${at} categories`]);
      expect(await create([{ type: "categories", id: "1" }, { type: "users", id: "1" }, 3])).toEqual([
        400, // of several statuses, the most general
        `type_mismatch ${at}/1/type categories`,
        `invalid_type ${at}/2 categories`,
      ]);
    });

    test("null is refused where the relationship is not nullable", async () => {
      const data = { type: "files", id: FILE_ID, relationships: { owner: { data: null } } };
      expect(await problems(`PATCH /files/${FILE_ID}`, data, { headers: LOGIN })).toEqual([
        422,
        "invalid_type /data/relationships/owner/data owner",
      ]);
    });

    test("a related id that does not exist is the handler's NotFound: 404, and nothing is written", async () => {
      const relationships = { author: { data: { type: "users", id: "99" } } };
      expect(
        (await send("PATCH /articles/1", { body: { data: { type: "articles", id: "1", relationships } } })).status,
      ).toBe(404);
      const attributes = { title: "New", content: "" };
      expect(
        (await send("POST /articles", { body: { data: { type: "articles", attributes, relationships } } })).status,
      ).toBe(404);
      expect(newsroom.store.articles.size).toBe(25);
      expect(newsroom.store.articles.get(1)?.author).toBe(1);
    });
  });

  test("values that JSON does not have arrive as declared: dates from ISO strings, bigints from decimal ones", async () => {
    const attributes = {
      name: "new.jpg",
      bytes: "9007199254740993",
      uploaded_at: "2026-05-06T07:08:09.010Z",
      note: null,
      details: { width: 3, taken_at: "2026-01-01T00:00:00Z" },
    };
    const relationships = {
      owner: { data: { type: "users", id: "1" } },
      tags: { data: [{ type: "tags", id: "blue" }] },
    };
    const id = "4f0c7b9e-1111-4222-8333-444455556666";
    const answer = await send("POST /files", {
      body: { data: { type: "files", id, attributes, relationships } },
      headers: LOGIN,
    });
    expect(answer.status).toBe(201);
    expect(newsroom.store.last.input).toEqual({
      id,
      name: "new.jpg",
      bytes: 9007199254740993n,
      uploaded_at: new Date("2026-05-06T07:08:09.010Z"),
      status: "draft",
      note: null,
      details: { width: 3, taken_at: new Date("2026-01-01T00:00:00Z") },
      owner: 1,
      previous: undefined,
      tags: ["blue"],
    });
    expect(answer.data.attributes).toEqual({
      ...attributes,
      status: "draft",
      details: { width: 3, taken_at: "2026-01-01T00:00:00.000Z" },
    });
  });

  describe("errors of handlers that name a field", () => {
    test("point at the field where it was sent, in whichever form", async () => {
      const attributes = { title: "Learning Zod 1", content: "" };
      const relationships = { author: { data: null } };
      const plain = await problems("POST /articles", { type: "articles", attributes, relationships });
      expect(plain).toEqual([409, "conflict /data/attributes/title title"]);
      const fields = { ...attributes, author: null };
      const other = await problems("POST /articles", { type: "articles", "trestle:fields": fields }, extended);
      expect(other).toEqual([409, "conflict /data/trestle:fields/title title"]);
    });

    test("several at once are all told", async () => {
      const data: Json = {
        type: "faults",
        attributes: { name: "x" },
        relationships: { user: { data: { type: "users", id: "1" } } },
      };
      expect(await problems("POST /faults", data)).toEqual([
        422,
        "unprocessable_content /data/attributes/name name",
        "unprocessable_content /data/relationships/user/data user",
      ]);
    });
  });
});
