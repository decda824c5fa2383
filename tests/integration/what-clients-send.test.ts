import { expect, test } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import { MEDIA_TYPE } from "../support/media-type.js";

/** What real clients send and naive servers stumble over, each by itself; `other-clients.test.ts` drives such clients. */
describeAdapters("what clients send", (newsroom) => {
  const send = newsroom.send.bind(newsroom);
  const row = () => newsroom.store.articles.get(1);
  const identifier = { type: "articles", id: "1" };

  test("a Content-Type on requests without a body", async () => {
    const headers = { "content-type": MEDIA_TYPE };
    expect((await send("GET /articles?page[limit]=1", { headers })).status).toBe(200);
    expect((await send("GET /articles/1/relationship/author", { headers })).status).toBe(200);
    expect((await send("DELETE /articles/2", { headers })).status).toBe(204);
    expect((await send("GET /articles/1", { headers: { "content-type": "application/json" } })).status).toBe(200);
  });

  test("Accept: */*, lists of anything, and none at all", async () => {
    for (const accept of ["*/*", "application/json, text/plain, */*", "text/html,*/*;q=0.1", undefined]) {
      const { status, headers } = await send("GET /articles/1", { headers: { accept } });
      expect([accept, status, headers["content-type"]]).toEqual([accept, 200, MEDIA_TYPE]);
    }
  });

  test("members of their own at the top level, included resources among them", async () => {
    const attributes = { title: "New", content: "x" };
    const relationships = { author: { data: { type: "users", id: "2" } } };
    const data = { type: "articles", attributes, relationships };
    const body = { data, meta: {}, links: {}, jsonapi: {}, included: [{ type: "users", id: "2" }], errors: null };
    expect((await send("POST /articles", { body })).status).toBe(201);
  });

  test("members of their own inside of identifiers, and whole resources in place of them", async () => {
    const author = {
      data: { type: "users", id: "2", method: "update", "temp-id": "x", meta: {}, attributes: { a: 1 } },
    };
    const body = { data: { ...identifier, relationships: { author } } };
    expect((await send("PATCH /articles/1", { body })).status).toBe(200);
    expect(row()?.author).toBe(2);
    const data = [{ type: "categories", id: "3", links: { self: "/" }, relationships: {} }];
    expect((await send("POST /articles/1/relationship/categories", { body: { data } })).status).toBe(204);
    expect(row()?.categories).toEqual([1, 3]);
  });

  test("all that they read, sent back: links, meta, read-only attributes, relationships with links and no data", async () => {
    const { data } = await send("GET /articles/1?include=author");
    const relationships = { ...data.relationships, author: { links: data.relationships.author.links } };
    const attributes = { ...data.attributes, title: "Sent back" };
    const body = { data: { ...data, attributes, relationships, meta: { dirty: true } } };
    expect((await send("PATCH /articles/1", { body })).status).toBe(200);
    expect(row()).toMatchObject({ title: "Sent back", author: 1, categories: [1] });
  });

  test("a resource object's own members among the attributes, as clients do that keep it flat", async () => {
    const attributes = {
      ...identifier,
      links: { self: "/api/articles/1" },
      meta: {},
      relationships: [],
      title: "Flat",
    };
    expect((await send("PATCH /articles/1", { body: { data: { ...identifier, attributes } } })).status).toBe(200);
    expect(row()?.title).toBe("Flat");
    const { status, errors } = await send("PATCH /articles/1", {
      body: { data: { ...identifier, attributes: { link: 1, relationshipNames: [] } } },
    });
    expect([status, errors.length]).toEqual([422, 2]); // those names are nobody's
  });

  test("bodies on DELETE, of any type", async () => {
    expect((await send("DELETE /articles/1", { body: { data: identifier } })).status).toBe(204);
    const text = "{}";
    const remove = async (type: string) =>
      (await send("DELETE /articles/2", { text, headers: { "content-type": type } })).status;
    expect(await remove("text/plain")).toBe(415);
    expect(await remove("application/json")).toBe(204);
    expect((await send("DELETE /articles/3", { text, headers: { "content-type": MEDIA_TYPE } })).status).toBe(204);
  });

  test("raw brackets, encoded ones, and percent-escapes in lower case", async () => {
    const titles = async (query: string) =>
      (await send(`GET /articles?${query}`)).data.map(
        ({ attributes }: { attributes: { title: string } }) => attributes.title,
      );
    const expected = ["Harbour reopens 2", "Harbour reopens 6"];
    expect(await titles("filter[title][contains]=Harbour&page[limit]=2")).toEqual(expected);
    expect(await titles("filter%5Btitle%5D%5Bcontains%5D=Harbour&page%5Blimit%5D=2")).toEqual(expected);
    expect(
      await titles("filter%5btitle%5d%5bcontains%5d=%48arbour&page%5blimit%5d=2&include=author%2ccategories"),
    ).toEqual(expected);
    expect((await send("GET /tags/gr%c3%bcn")).data.id).toBe("grün");
  });

  test("edits of nothing", async () => {
    const before = row();
    for (const members of [{}, { attributes: {} }, { attributes: {}, relationships: {} }]) {
      const { status, data } = await send("PATCH /articles/1", { body: { data: { ...identifier, ...members } } });
      expect([status, data.id]).toEqual([200, "1"]);
    }
    expect(row()).toEqual(before);
  });
});
