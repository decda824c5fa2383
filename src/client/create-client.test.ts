import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { createClient } from "./create-client.js";
import { answer, fakeServer } from "./fixtures/fake-server.js";

const one = { data: { type: "articles", id: "1", attributes: { title: "One" } } };

describe("the client", () => {
  test("is not a promise or JSON, and has each resource once", async () => {
    const { client } = fakeServer(one);
    const odd = client as unknown as Record<PropertyKey, unknown>;
    expect([odd.then, odd.toJSON, odd[Symbol.iterator], odd[Symbol.toPrimitive]]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(await client).toBe(client);
    expect(client.articles).toBe(client.articles);
    expect(client.articles).not.toBe(client.users);
    expect(() => inspect(client)).not.toThrow();
  });

  test("shows no headers in a log", async () => {
    const { client } = fakeServer(one, { headers: { authorization: "Bearer secret" } });
    await client.articles!.get(1);
    const { articles } = client;
    const login = (client as unknown as { command: { login: object } }).command.login;
    for (const part of [client, articles, login]) {
      expect(inspect(part, { depth: 9, showProxy: true })).not.toContain("secret");
      expect(JSON.stringify(part) ?? "").not.toContain("secret");
    }
  });

  test("knows by what name caches keep what it reads", () => {
    const named = (options: object) => (fakeServer(one, options).client as unknown as Named)["~"].name;
    type Named = { "~": { name: string } };
    expect(named({ url: "https://example.org/api" })).toBe("https://example.org/api");
    expect(named({ url: "https://example.org/api///" })).toBe("https://example.org/api");
    expect(named({ name: "news" })).toBe("news");
    const { articles } = fakeServer(one, { name: "news" }).client as unknown as { articles: { "~": object } };
    expect(articles["~"]).toMatchObject({ api: "news", type: "articles" });
  });

  test("tells who listens of every write, as it was meant and as it was answered", async () => {
    const { client } = fakeServer(one);
    const heard: object[] = [];
    const transport = (client as unknown as { "~": { listeners: Set<(write: object) => void> } })["~"];
    transport.listeners.add((write) => heard.push(write));
    await client.articles!.update(1, { title: "x" });
    await client.articles!.get(1);
    await client.articles!.relationship(1, "tags").add([2]);
    expect(heard).toMatchObject([
      { method: "PATCH", segments: ["articles", 1], input: { title: "x" }, document: one, response: { status: 200 } },
      { method: "POST", segments: ["articles", 1, "relationship", "tags"], input: [2] },
    ]);
  });

  test("requests rich types in Accept with the option `profile`", async () => {
    for (const [profile, accept] of [
      [true, 'application/vnd.api+json; profile="urn:trestle:rich"'],
      [false, "application/vnd.api+json"],
    ] as const) {
      const { client, requests } = fakeServer(one, { profile });
      await client.articles!.get(1);
      expect(requests[0]!.headers.get("accept")).toBe(accept);
    }
  });

  test("says what it found where it was not one", async () => {
    const find = (...data: object[]) => fakeServer({ data }).client.articles!.find({ title: "x" }).safe();
    const asked = "GET https://example.org/api/articles?filter%5Btitle%5D=x";
    expect((await find()).error).toMatchObject({ name: "NotFound", status: 404, message: `${asked} found nothing.` });
    expect((await find(one.data, { ...one.data, id: "2" })).error).toMatchObject({
      code: "ambiguous",
      message: `${asked} found 2, not one. Narrow the filter.`,
    });
    const message = (data: unknown) => fakeServer({ data }).client.articles!.get(1).safe();
    expect((await message([])).error?.message).toBe(
      "The response to GET https://example.org/api/articles/1 is malformed: it contains many, not one.",
    );
    expect((await message(null)).error?.message).toBe(
      "The response to GET https://example.org/api/articles/1 is malformed: it contains none, not one.",
    );
    expect((await message(null)).error?.cause).toBeInstanceOf(Error);
  });

  test("has resources of any name", async () => {
    const { client, lines } = fakeServer(one);
    for (const name of ["constructor", "__proto__"]) await client[name]?.get(1);
    expect(lines()).toEqual(["GET /constructor/1", "GET /__proto__/1"]);
  });

  test("the url may end in a slash", async () => {
    const { client, requests } = fakeServer(one, { url: "https://example.org/api//" });
    await client.articles!.get(1);
    expect(requests[0]!.url).toBe("https://example.org/api/articles/1");
  });

  test("resolves a relative url against the page, and refuses it outside a page", async () => {
    const { client, requests } = fakeServer(one, { url: "/api" });
    await expect(client.articles!.get(1)).rejects.toMatchObject({
      code: "not_sent",
      message: expect.stringMatching(/url must be absolute; it is "\/api"/),
    });
    Object.assign(globalThis, { location: { href: "https://shop.example/cart?x=1" } });
    try {
      await client.articles!.get(1);
      expect(requests[0]!.url).toBe("https://shop.example/api/articles/1");
    } finally {
      Reflect.deleteProperty(globalThis, "location");
    }
  });

  test("an in-process handler is a fetch, and so is one that takes what the global does", async () => {
    const handle = async (request: Request) =>
      answer({ data: { type: "articles", id: new URL(request.url).pathname } });
    const inProcess = createClient({
      url: "http://localhost/api",
      fetch: (request) => handle(request),
    }) as never as typeof client;
    const { client } = fakeServer(one);
    expect(await inProcess.articles!.get(1)).toEqual({ type: "articles", id: "/api/articles/1" });
    const global = createClient({
      url: "http://localhost/api",
      fetch: (...args: [Request, RequestInit?]) => handle(new Request(...args)),
    });
    expect(await (global as never as typeof client).articles!.get(2)).toEqual({
      type: "articles",
      id: "/api/articles/2",
    });
  });
});

describe("headers", () => {
  const sent = async (headers: object | (() => unknown), call?: object) => {
    const { client, requests } = fakeServer(one, { headers: headers as never });
    await client.articles!.get(1, call);
    return requests[0]!.headers;
  };

  test.each([
    ["an object", { authorization: "me" }],
    ["Headers", new Headers({ authorization: "me" })],
    ["pairs", [["authorization", "me"]]],
    ["a function", () => ({ authorization: "me" })],
    ["an async function", async () => ({ authorization: "me" })],
  ])("%s", async (_name, headers) => {
    expect((await sent(headers)).get("authorization")).toBe("me");
  });

  test("undefined is left out, and the call's own go over the client's", async () => {
    expect((await sent({ authorization: undefined })).has("authorization")).toBe(false);
    expect((await sent({ "x-a": "client" }, { headers: { "x-a": "call" } })).get("x-a")).toBe("call");
  });

  test("a client's content-type does not spoil documents", async () => {
    const { client, requests } = fakeServer(one, {
      headers: { "content-type": "application/json", accept: "text/html" },
    });
    await client.articles!.create({ title: "x" });
    expect(requests[0]!.headers.get("content-type")).toBe('application/vnd.api+json; ext="urn:trestle:fields"');
    expect(requests[0]!.headers.get("accept")).toBe("application/vnd.api+json");
  });

  test("what the function throws is the cause of a failure", async () => {
    const cause = new Error("no token");
    const { client, requests } = fakeServer(one, { headers: () => Promise.reject(cause) });
    await expect(client.articles!.get(1)).rejects.toMatchObject({ code: "not_sent", cause });
    expect(requests).toEqual([]);
  });
});
