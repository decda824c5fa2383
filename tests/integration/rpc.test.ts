import { describe, expect, test } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import { expectErrorDocument } from "../support/documents.js";
import { sendRaw } from "../support/http.js";

describeAdapters("rpc", (newsroom) => {
  const raw = newsroom.raw.bind(newsroom);

  test("is served under its method and action, without /rpc/, and answers as the handler does", async () => {
    const answer = await raw("PUT /articles/2/publish");
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    expect(JSON.parse(answer.text)).toEqual({ ok: true, published: true });
    expect(newsroom.store.articles.get(2)?.published).toBe(true);
    expectErrorDocument(await raw("PUT /articles/2/rpc/publish"), 404);
  });

  test("the default method is POST, and another one is a 405", async () => {
    const answer = await raw("POST /articles/2/count", { text: "four" });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([202, { id: 2, length: 4, type: null }]);
    expectErrorDocument(await raw("GET /articles/2/count"), 405);
    const wrong = await raw("POST /articles/2/publish");
    expectErrorDocument(wrong, 405);
    expect(wrong.headers.allow).toBe("PUT");
  });

  describe("one action under every method", () => {
    test.each(["GET", "POST", "PUT", "PATCH", "DELETE"])("%s", async (method) => {
      const text = method === "GET" ? undefined : "body";
      const answer = await raw(`${method} /articles/2/echo?a[b]=c%20d&a[b]=e`, {
        text,
        headers: { authorization: "editor", "content-type": text && "text/plain" },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers["x-echo"]).toBe("yes");
      expect(answer.text).toBe(`${method} 2 ${method} /api/articles/2/echo?a[b]=c%20d&a[b]=e ${text ?? ""}`);
    });
  });

  test("the handler gets the raw request: any body, of any type, also none and one of JSON:API", async () => {
    for (const [type, text] of [
      ["application/json", '{"a":'],
      ["application/vnd.api+json", '{"a":'],
      ["application/vnd.api+json; charset=utf-8", "ü"],
      ["text/plain;charset=utf-8", "plain"],
      ["multipart/form-data; boundary=x", "--x--"],
      ["nonsense", "x"],
      [undefined, "untyped"],
    ] as const) {
      const answer = await raw("POST /articles/2/count", { text, headers: { "content-type": type } });
      expect([type, answer.status]).toEqual([type, 202]);
      expect(JSON.parse(answer.text)).toMatchObject({ length: text.length });
    }
    expect(JSON.parse((await raw("POST /articles/2/count")).text)).toEqual({ id: 2, length: 0, type: null });
  });

  test("gets a Content-Type as it came, also one that is none, and also without a body", async () => {
    for (const type of ["", "nonsense", "text/plain; charset"]) {
      const { text } = await raw("POST /articles/2/count", { headers: { "content-type": type } });
      expect(JSON.parse(text)).toEqual({ id: 2, length: 0, type });
    }
  });

  test("is not negotiated: an Accept that excludes JSON:API is the handler's affair", async () => {
    const headers = { accept: "text/csv", "content-type": "text/csv" };
    expect((await raw("POST /articles/2/count", { headers, text: "a,b" })).status).toBe(202);
  });

  test("query parameters are not judged", async () => {
    expect((await raw("POST /articles/2/count?anything=goes&anything=twice")).status).toBe(202);
  });

  test("errors that are thrown are JSON:API error documents", async () => {
    const [refused] = expectErrorDocument(await raw("POST /articles/2/count", { text: "refuse" }), 400);
    expect(refused.detail).toBe("There is nothing to count.");
    expectErrorDocument(await raw("PUT /articles/99/publish"), 404);
    expectErrorDocument(await raw("PUT /articles/x/publish"), 404);
  });

  test("a body that is not JSON is a 400 where the handler reads JSON", async () => {
    // Not by `raw`: the description cannot know what a handler reads.
    const send = (text?: string) => sendRaw(newsroom.origin, "POST /api/faults/json/break", text ? { text } : {});
    for (const text of ['{"a":', "not JSON", undefined]) {
      const [refused] = expectErrorDocument(await send(text), 400);
      expect(refused).toMatchObject({ code: "malformed_json", source: { pointer: "" } });
      expect(refused.detail).toMatch(/^The body is not JSON: ./);
    }
    expect(newsroom.logged).toEqual([]);
    expect((await send('{"a":1}')).text).toBe('{"a":1}');
  });

  test("a handler that throws, or returns no Response, is a 500 that is logged", async () => {
    expectErrorDocument(await raw("POST /faults/error/break"), 500);
    expectErrorDocument(await raw("POST /faults/other/break"), 500);
    expect(newsroom.logged).toHaveLength(2);
    expect(newsroom.logged[1]?.text).toContain("must return a Response");
  });

  test("middleware of its own guards it", async () => {
    expectErrorDocument(await raw("DELETE /articles/2/echo"), 403);
    expect(newsroom.store.trace).toEqual(["onlyEditors"]);
  });
});
