import { expect } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import { proves } from "../support/conformance/proves.js";
import type { Json } from "../support/documents.js";

const attributes = { title: "New", content: "Text" };
const relationships = { author: { data: { type: "users", id: "2" } } };
const article = { type: "articles", attributes, relationships };
const UUID = "4f0c7b9e-1111-4222-8333-444455556666";

describeAdapters("creating", (newsroom) => {
  const send = newsroom.send.bind(newsroom);
  const create = (data: unknown, line = "POST /articles") => send(line, { body: { data } });
  const count = () => newsroom.store.articles.size;

  proves(
    ["create-single-resource", "create-type-member"],
    "a create takes one resource object with a type, and refuses anything else",
    async () => {
      expect((await create(article)).status).toBe(201);
      for (const data of [null, [], [article], "articles", 7, { attributes, relationships }, { ...article, type: 7 }]) {
        expect([data, (await create(data)).status]).toEqual([data, 400]);
      }
      expect((await send("POST /articles", { body: {} })).status).toBe(400);
      expect((await send("POST /articles", { body: [article] })).status).toBe(400);
      expect(count()).toBe(26);
    },
  );

  proves(
    ["create-relationships-member"],
    "a relationship that is given is an object with data; one that is none is refused",
    async () => {
      for (const author of [null, "2", 2, [], { data: "2" }, { data: [] }, { data: { id: "2" } }]) {
        const { status, errors } = await create({ ...article, relationships: { author } });
        expect([author, status < 500 && status >= 400]).toEqual([author, true]);
        expect(errors[0].source.pointer).toMatch(/^\/data\/relationships\/author/);
      }
      expect((await create({ ...article, relationships: { author: { links: {} } } })).errors[0].code).toBe("required");
      expect(count()).toBe(25);
    },
  );

  proves(
    ["create-client-generated-ids-key", "create-responses-204"],
    "an id of the client's stands in id, is of the declared form, and comes back with a 201",
    async () => {
      const headers = { authorization: "editor" };
      const file = {
        type: "files",
        attributes: { name: "x", bytes: "1", uploaded_at: "2026-01-01T00:00:00Z", note: null },
        relationships: { owner: { data: { type: "users", id: "1" } } },
      };
      const post = (id: unknown) => send("POST /files", { body: { data: { ...file, id } }, headers });
      expect(await post(UUID)).toMatchObject({ status: 201, data: { type: "files", id: UUID } });
      expect((await post("not-a-uuid")).status).toBe(422);
      expect((await post(7)).status).toBe(400);
      expect((await post(undefined)).errors[0].code).toBe("required");
    },
  );

  proves(["create-client-generated-ids-forbidden"], "an id is a 403 where clients do not choose it", async () => {
    const { status, errors } = await create({ ...article, id: "77" });
    expect([status, errors[0].code]).toEqual([403, "client_id_not_allowed"]);
    expect(count()).toBe(25);
  });

  proves(
    ["create-responses-201-status", "create-responses-201-location", "create-responses-201-self"],
    "what was created comes back with a 201, and Location is its self link",
    async () => {
      const { status, data, headers } = await create(article);
      expect(status).toBe(201);
      expect(data).toMatchObject({ type: "articles", id: "1025", attributes });
      expect(headers.location).toBe(data.links.self);
      const fetched = await send(`GET ${headers.location?.replace("/api", "")}`);
      expect(fetched.data).toEqual(data);
    },
  );

  proves(
    ["create-responses-404-related"],
    "a related resource that does not exist is a 404, and nothing is created",
    async () => {
      const author = { data: { type: "users", id: "99" } };
      expect((await create({ ...article, relationships: { author } })).status).toBe(404);
      const categories = {
        data: [
          { type: "categories", id: "1" },
          { type: "categories", id: "99" },
        ],
      };
      expect((await create({ ...article, relationships: { ...relationships, categories } })).status).toBe(404);
      expect(count()).toBe(25);
    },
  );

  proves(
    ["create-responses-409-exists", "create-responses-409-error-details"],
    "an id that is taken is a 409 that points to it, and nothing is overwritten",
    async () => {
      const { status, errors } = await create(
        { type: "tags", id: "blue", attributes: { label: "Mine" } },
        "POST /tags",
      );
      expect([status, errors[0].source]).toEqual([409, { pointer: "/data/id" }]);
      expect(errors[0].detail).toContain("id");
      expect(newsroom.store.tags.get("blue")?.label).toBe("BLUE");
    },
  );

  proves(
    ["create-responses-409-bad-type", "create-responses-409-error-details"],
    "a type that the collection does not hold is a 409 that names both",
    async () => {
      const { status, errors } = await create({ ...article, type: "users" });
      expect([status, errors[0].source]).toEqual([409, { pointer: "/data/type" }]);
      expect(errors[0].detail).toMatch(/"articles".*"users"/);
      expect(count()).toBe(25);
    },
  );

  proves(["crud-atomic"], "of a request of which one part is wrong, no part is done", async () => {
    const before = JSON.stringify([...newsroom.store.articles]);
    const data: Json = {
      type: "articles",
      id: "1",
      attributes: { title: "Half" },
      relationships: { author: { data: { type: "users", id: "99" } } },
    };
    expect((await send("PATCH /articles/1", { body: { data } })).status).toBe(404);
    data.attributes = { title: "Half", content: 7 };
    data.relationships = {};
    expect((await send("PATCH /articles/1", { body: { data } })).status).toBe(422);
    const categories = [
      { type: "categories", id: "2" },
      { type: "categories", id: "99" },
    ];
    for (const method of ["POST", "PATCH", "DELETE"])
      expect((await send(`${method} /articles/1/relationship/categories`, { body: { data: categories } })).status).toBe(
        404,
      );
    expect(
      (await send("PATCH /articles/1?nope", { body: { data: { ...data, attributes: { title: "Half" } } } })).status,
    ).toBe(400);
    expect(JSON.stringify([...newsroom.store.articles])).toBe(before);
  });

  proves(
    ["create-http-semantics"],
    "a create is never answered as done that was refused, or the other way round",
    async () => {
      const refused = await create({ ...article, attributes: { ...attributes, title: "" } });
      expect([refused.status, count()]).toEqual([422, 25]);
      expect(refused.headers).not.toHaveProperty("location");
      const taken = await create({ ...article, attributes: { ...attributes, title: "Learning Zod 1" } });
      expect([taken.status, count()]).toEqual([409, 25]);
      expect([(await create(article)).status, count()]).toEqual([201, 26]);
      expect((await send("POST /categories", { body: { data: article } })).status).toBe(405);
    },
  );
});
