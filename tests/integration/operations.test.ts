import { expect, test } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import type { Json } from "../support/documents.js";

const article = (attributes: object, relationships: object = {}) => ({
  data: { type: "articles", attributes, relationships },
});
const identifiers = (type: string, ...ids: number[]) => ids.map((id) => ({ type, id: `${id}` }));

describeAdapters("operations", (newsroom) => {
  const send = newsroom.send.bind(newsroom);

  test("get one answers 200 with the resource, its links where something is served, and linkage", async () => {
    const { status, document } = await send("GET /articles/1");
    expect(status).toBe(200);
    expect(document).toEqual({
      jsonapi: { version: "1.1" },
      links: { self: "/api/articles/1" },
      data: {
        type: "articles",
        id: "1",
        attributes: {
          title: "Learning Zod 1",
          content: "Text of 1",
          published: true,
          created_at: "2026-01-01T09:30:00.000Z",
        },
        relationships: {
          author: {
            data: { type: "users", id: "1" },
            links: { self: "/api/articles/1/relationship/author", related: "/api/articles/1/author" },
          },
          categories: {
            data: identifiers("categories", 1),
            links: { self: "/api/articles/1/relationship/categories", related: "/api/articles/1/categories" },
          },
        },
        links: { self: "/api/articles/1" },
      },
      meta: { trestle: { rich: { articles: { created_at: ["Date"] } } } },
    });
  });

  test("the path's id reaches the handler as declared: an int, a string, a uuid", async () => {
    await send("GET /articles/12");
    expect(newsroom.store.last.id).toBe(12);
    await send("GET /files/0b1f3b1e-6f0e-4a53-9d7e-3f3a4c1f2d10");
    expect(newsroom.store.last.id).toBe("0b1f3b1e-6f0e-4a53-9d7e-3f3a4c1f2d10");
    expect((await send("GET /tags/a%2Fb%3Fc%23d")).data).toEqual({
      type: "tags",
      id: "a/b?c#d",
      attributes: { label: "A/B?C#D" },
      links: { self: "/api/tags/a%2Fb%3Fc%23d" },
    });
  });

  test("in documents an id is always a string", async () => {
    const { data } = await send("GET /articles/1");
    expect([data.id, data.relationships.author.data.id]).toEqual(["1", "1"]);
  });

  test("get many answers 200 with a list of resources", async () => {
    const { status, data, document } = await send("GET /articles?page[limit]=2");
    expect(status).toBe(200);
    expect(data.map(({ type, id }: Json) => [type, id])).toEqual([
      ["articles", "1"],
      ["articles", "2"],
    ]);
    expect(document.meta).toEqual({ total: 25, trestle: { rich: { articles: { created_at: ["Date"] } } } });
    expect((await send("GET /articles?filter[title][contains]=nowhere")).data).toEqual([]);
  });

  test("create answers 201 with the resource, and Location names it", async () => {
    const relationships = { author: { data: { type: "users", id: "2" } }, categories: { data: [] } };
    const answer = await send("POST /articles", { body: article({ title: "New", content: "Text" }, relationships) });
    expect(answer.status).toBe(201);
    expect(answer.data).toMatchObject({ type: "articles", id: "1025", attributes: { title: "New", published: false } });
    expect(answer.headers.location).toBe("/api/articles/1025");
    expect(answer.document.links.self).toBe("/api/articles/1025");
    expect(answer.data.links.self).toBe("/api/articles/1025");
    expect((await send("GET /articles/1025")).data).toEqual(answer.data);
  });

  test("a create handler gets the create fields, validated, with their defaults, and nothing else", async () => {
    const attributes = { title: "New", content: "Text", created_at: "1999-01-01T00:00:00Z" };
    const relationships = { author: { data: null }, categories: { data: identifiers("categories", 2, 1) } };
    await send("POST /articles", { body: article(attributes, relationships) });
    expect(newsroom.store.last.input).toEqual({
      title: "New",
      content: "Text",
      published: false,
      author: null,
      categories: [2, 1],
    });
  });

  test("edit answers 200 with the resource; what the body leaves out is UNSET, and null is null", async () => {
    const { UNSET } = await import("trestle");
    const body = { data: { type: "articles", id: "2", attributes: { title: "Edited" } } };
    const answer = await send("PATCH /articles/2", { body });
    expect(answer.status).toBe(200);
    expect(answer.data.attributes).toMatchObject({ title: "Edited", content: "Text of 2" });
    expect(newsroom.store.last.input).toEqual({ title: "Edited", content: UNSET, published: UNSET, author: UNSET });

    const cleared = { data: { type: "articles", id: "2", relationships: { author: { data: null } } } };
    expect((await send("PATCH /articles/2", { body: cleared })).data.relationships.author.data).toBeNull();
    expect(newsroom.store.last.input).toEqual({ title: UNSET, content: UNSET, published: UNSET, author: null });
  });

  test("a default of the schema never fills an edit", async () => {
    await send("PATCH /articles/1", { body: { data: { type: "articles", id: "1", attributes: { content: "x" } } } });
    expect(newsroom.store.articles.get(1)).toMatchObject({ published: true, content: "x" });
  });

  test("an edit of nothing is legal, and changes nothing", async () => {
    const before = newsroom.store.articles.get(3);
    const answer = await send("PATCH /articles/3", { body: { data: { type: "articles", id: "3" } } });
    expect(answer.status).toBe(200);
    expect(newsroom.store.articles.get(3)).toEqual(before);
  });

  test("an edit takes only the edit fields: others that are declared are ignored", async () => {
    const attributes = { title: "Edited", created_at: "1999-01-01T00:00:00Z" };
    const relationships = { categories: { data: [] } };
    const body = { data: { type: "articles", id: "2", attributes, relationships } };
    const { data } = await send("PATCH /articles/2", { body });
    expect(data.attributes).toMatchObject({ title: "Edited", created_at: "2026-01-02T09:30:00.000Z" });
    expect(data.relationships.categories.data).toHaveLength(1);
    expect(newsroom.store.last.input).not.toHaveProperty("categories");
  });

  test("delete answers 204 with nothing, and the resource is gone", async () => {
    const answer = await send("DELETE /articles/1");
    expect(answer.status).toBe(204);
    expect((await send("GET /articles/1")).status).toBe(404);
    expect((await send("DELETE /articles/1")).status).toBe(404);
  });

  test("get related answers the whole related resource, or null, or a list", async () => {
    const author = await send("GET /articles/1/author");
    expect(author.data).toMatchObject({ type: "users", id: "1", attributes: { username: "ann" } });
    expect(author.document.links.self).toBe("/api/articles/1/author");
    expect(author.data.links.self).toBe("/api/users/1");
    const none = await send("GET /articles/4/author");
    expect([none.status, none.data]).toEqual([200, null]);
    const categories = await send("GET /articles/5/categories");
    expect(categories.data.map(({ attributes }: Json) => attributes.name)).toEqual(["news", "science"]);
    expect((await send("GET /articles/99/author")).status).toBe(404);
  });

  test("a related list reuses the list handler, whose links are those of the request", async () => {
    const { data, document } = await send("GET /users/1/articles?page[limit]=2&sort=-created_at&include=author");
    expect(data.map(({ id }: Json) => id)).toEqual(["25", "22"]);
    expect(newsroom.store.last).toMatchObject({ filter: { author: 1 }, page: { offset: 0, limit: 2 } });
    expect(document.included).toHaveLength(1);
    expect(document.links.next).toBe(
      "/api/users/1/articles?sort=-created_at&include=author&page%5Boffset%5D=2&page%5Blimit%5D=2",
    );
    expect((await send("GET /users/99/articles")).status).toBe(404);
  });

  test("get relationship is made by itself from get related: identifiers only, to-one, empty and to-many", async () => {
    expect((await send("GET /articles/1/relationship/author")).document).toEqual({
      jsonapi: { version: "1.1" },
      links: { self: "/api/articles/1/relationship/author", related: "/api/articles/1/author" },
      data: { type: "users", id: "1" },
    });
    expect((await send("GET /articles/4/relationship/author")).data).toBeNull();
    expect((await send("GET /articles/5/relationship/categories")).data).toEqual(identifiers("categories", 1, 2));
    expect((await send("GET /articles/99/relationship/author")).status).toBe(404);
  });

  test("a relationship that is paged where it is related is paged here too", async () => {
    const { data, document } = await send("GET /users/1/relationship/articles?page[limit]=2");
    expect(data).toEqual(identifiers("articles", 1, 7));
    expect(document.links).toEqual({
      self: "/api/users/1/relationship/articles?page%5Blimit%5D=2",
      related: "/api/users/1/articles",
      first: "/api/users/1/relationship/articles?page%5Boffset%5D=0&page%5Blimit%5D=2",
      next: "/api/users/1/relationship/articles?page%5Boffset%5D=2&page%5Blimit%5D=2",
      last: expect.stringContaining("/api/users/1/relationship/articles?page%5Boffset%5D="),
    });
  });

  test("get relationship with a handler of its own needs no related endpoint, and links to none", async () => {
    const { document } = await send("GET /files/0b1f3b1e-6f0e-4a53-9d7e-3f3a4c1f2d10/relationship/tags");
    expect(document).toEqual({
      jsonapi: { version: "1.1" },
      links: { self: "/api/files/0b1f3b1e-6f0e-4a53-9d7e-3f3a4c1f2d10/relationship/tags" },
      data: [
        { type: "tags", id: "blue" },
        { type: "tags", id: "a/b?c#d" },
      ],
      meta: { counted: true },
    });
    expect((await send("GET /files/0b1f3b1e-6f0e-4a53-9d7e-3f3a4c1f2d10/tags")).status).toBe(404);
  });

  test("synchronous and asynchronous handlers both work", async () => {
    expect((await send("GET /categories/1")).data.attributes.name).toBe("news"); // a plain function
    expect((await send("GET /articles?page[limit]=1")).data).toHaveLength(1); // an async one
  });

  test("a handler's envelope adds included, links and meta; returning the data alone is the same as respond(data)", async () => {
    const { document } = await send("GET /categories?page=2");
    expect(document.links).toEqual({
      self: "/api/categories?page=2",
      next: "/api/categories?page=3",
      last: "/api/categories?page=3",
      describedby: "https://example.com/docs",
    });
    expect(document.meta).toEqual({ last: 3 });
    expect((await send("GET /categories?page=3")).document.links.next).toBeNull();
    expect((await send("GET /categories/1")).document).toEqual({
      jsonapi: { version: "1.1" },
      links: { self: "/api/categories/1" },
      data: expect.objectContaining({ type: "categories", id: "1" }),
    });
  });

  test("HEAD is answered as GET, without the body", async () => {
    const answer = await newsroom.raw("HEAD /articles/1");
    expect([answer.status, answer.text]).toEqual([200, ""]);
    expect(answer.headers["content-type"]).toBe("application/vnd.api+json");
    expect((await newsroom.raw("HEAD /articles/99")).status).toBe(404);
  });
});
