import { describe, expect, test } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import { EXTENDED, MEDIA_TYPE } from "../support/media-type.js";

describeAdapters("content negotiation", (newsroom) => {
  const send = newsroom.send.bind(newsroom);
  const text = JSON.stringify({ data: { type: "articles", id: "1" } });
  const patch = (contentType: string | undefined) =>
    send("PATCH /articles/1", { text, headers: { "content-type": contentType } });
  const get = (accept: string | undefined) => send("GET /articles/1", { headers: { accept } });

  describe("Content-Type of a body", () => {
    test.each([
      MEDIA_TYPE,
      "Application/vnd.API+json",
      `${MEDIA_TYPE} `,
      `${MEDIA_TYPE};`,
      EXTENDED,
      `${MEDIA_TYPE};ext="urn:trestle:fields"`,
      `${MEDIA_TYPE}; profile="https://example.com/unknown https://example.com/other"`,
      `${MEDIA_TYPE}; ext="urn:trestle:fields"; profile="https://example.com/unknown"`,
      "application/json",
      "application/json; charset=utf-8",
    ])("%s passes", async (contentType) => {
      expect((await patch(contentType)).status).toBe(200);
    });

    test.each([
      undefined,
      "text/plain",
      "text/plain; application/json",
      "text/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "nonsense",
      "application/vnd.api+jsonx",
      "application/vnd.api+xml",
      `${MEDIA_TYPE}; charset=utf-8`,
      `${MEDIA_TYPE}; ext="https://example.com/unknown"`,
      `${MEDIA_TYPE}; ext="urn:trestle:fields https://example.com/unknown"`,
      `${MEDIA_TYPE}; version=1`,
      `${MEDIA_TYPE}, text/plain`,
    ])("%s is a 415", async (contentType) => {
      const { status, errors } = await patch(contentType);
      expect(status).toBe(415);
      expect(errors).toEqual([
        {
          status: "415",
          code: "unsupported_media_type",
          title: "Unsupported media type",
          detail: expect.any(String),
          source: { header: "Content-Type" },
        },
      ]);
      expect(newsroom.store.calls).toEqual([]);
    });

    test("a relationship's change and a create are held to it, too", async () => {
      const headers = { "content-type": "text/plain" };
      for (const line of [
        "POST /articles",
        "POST /articles/1/relationship/categories",
        "PATCH /articles/1/relationship/author",
        "DELETE /articles/1/relationship/categories",
      ]) {
        expect([line, (await send(line, { text, headers })).status]).toEqual([line, 415]);
      }
    });

    test("plain JSON is read as JSON:API's type without parameters, and answered with that type", async () => {
      const headers = { "content-type": "application/json", accept: "*/*" };
      const attributes = { title: "Generated", content: "x" };
      const data = { type: "articles", attributes, relationships: { author: { data: { type: "users", id: "2" } } } };
      const created = await newsroom.raw("POST /articles", { body: { data }, headers });
      expect([created.status, created.headers["content-type"]]).toEqual([201, MEDIA_TYPE]);
      const change = async (line: string, body: unknown) => (await send(line, { body, headers })).status;
      const tags = "/articles/1/relationship/categories";
      expect(await change(`POST ${tags}`, { data: [{ type: "categories", id: "3" }] })).toBe(204);
      expect(await change(`PATCH ${tags}`, { data: [{ type: "categories", id: "4" }] })).toBe(204);
      expect(await change(`DELETE ${tags}`, { data: [{ type: "categories", id: "4" }] })).toBe(204);
      expect(await change("PATCH /articles/1/relationship/author", { data: { type: "users", id: "3" } })).toBe(204);
      expect(newsroom.store.articles.get(1)).toMatchObject({ author: 3, categories: [] });
      expect(await change("POST /articles", { data: { type: "articles", "trestle:fields": attributes } })).toBe(422);
      expect((await send("POST /articles", { text: "{", headers })).errors[0].code).toBe("malformed_json");
      expect((await send("POST /articles", { text: Buffer.from([0xff]), headers })).status).toBe(400);
    });

    test("without a body it says nothing: GET and DELETE pass with any", async () => {
      for (const type of ["application/json", MEDIA_TYPE, "text/plain", "nonsense", EXTENDED]) {
        const headers = { "content-type": type };
        expect([type, (await send("GET /articles/1", { headers })).status]).toEqual([type, 200]);
        expect([type, (await send("DELETE /articles/1", { headers })).status]).toEqual([type, 204]);
        expect([
          type,
          (await send("DELETE /articles/2", { headers: { ...headers, "content-length": "0" } })).status,
        ]).toEqual([type, 204]);
        newsroom.store.articles.set(1, newsroom.store.articles.get(3) as never);
        newsroom.store.articles.set(2, newsroom.store.articles.get(3) as never);
      }
    });
  });

  test("JSON:API's own type with what is not supported is a 415, with a body or without", async () => {
    for (const type of [`${MEDIA_TYPE}; charset=utf-8`, `${MEDIA_TYPE}; ext="https://example.com/unknown"`]) {
      const headers = { "content-type": type };
      expect((await send("GET /articles/1", { headers })).status).toBe(415);
      expect((await send("DELETE /articles/1", { headers })).status).toBe(415);
    }
    expect(newsroom.store.articles.has(1)).toBe(true);
  });

  describe("Accept", () => {
    test.each([
      undefined,
      "",
      "*/*",
      "application/*",
      MEDIA_TYPE,
      "APPLICATION/VND.API+JSON",
      "text/html, application/xhtml+xml, */*;q=0.8",
      `text/html, ${MEDIA_TYPE}`,
      `${MEDIA_TYPE};q=0.1`,
      `${MEDIA_TYPE}; charset=utf-8, ${MEDIA_TYPE}`,
      `${MEDIA_TYPE}; ext="https://example.com/unknown", ${MEDIA_TYPE}`,
      `${MEDIA_TYPE}; profile="https://example.com/unknown"`,
      `${MEDIA_TYPE}; profile="a,b", text/html`,
      ",,*/*",
    ])("%s passes", async (accept) => {
      expect((await get(accept)).status).toBe(200);
    });

    test.each([
      "application/json",
      "text/html",
      "text/*",
      "nonsense",
      `${MEDIA_TYPE}; charset=utf-8`,
      `${MEDIA_TYPE}; ext="https://example.com/unknown"`,
      `${MEDIA_TYPE}; ext="https://example.com/unknown", ${MEDIA_TYPE}; charset=utf-8`,
      `${MEDIA_TYPE};q=0`,
      `${MEDIA_TYPE};q=0, */*`,
      `${MEDIA_TYPE}; charset=utf-8, */*`,
      `${MEDIA_TYPE}; ext="https://example.com/unknown", application/*`,
    ])("%s is a 406", async (accept) => {
      const { status, errors } = await get(accept);
      expect([status, errors[0].code, errors[0].source]).toEqual([406, "not_acceptable", { header: "Accept" }]);
      expect(newsroom.store.calls).toEqual([]);
    });

    test("the response uses the extension if the request accepts it", async () => {
      for (const accept of [EXTENDED, `text/html, ${EXTENDED}`, `${MEDIA_TYPE};q=0.5, ${EXTENDED}`]) {
        expect((await newsroom.raw("GET /articles/1", { headers: { accept } })).headers["content-type"]).toBe(EXTENDED);
      }
      const accept = `${MEDIA_TYPE}, ${EXTENDED};q=0.5`;
      expect((await newsroom.raw("GET /articles/1", { headers: { accept } })).headers["content-type"]).toBe(MEDIA_TYPE);
    });

    test("is judged before anything is done, and also where nothing is served", async () => {
      expect((await send("DELETE /articles/1", { headers: { accept: "text/html" } })).status).toBe(406);
      expect(newsroom.store.articles.has(1)).toBe(true);
    });
  });
});
