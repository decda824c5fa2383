import { describe, expect, test } from "vitest";
import { answer, fakeServer } from "./fixtures/fake-server.js";

const one = { data: { type: "articles", id: "1", attributes: { title: "One" } } };
const FIELDS = 'application/vnd.api+json; ext="urn:trestle:fields"';

/** Sends one write, and gives what went over the wire. */
async function sent(
  write: (client: ReturnType<typeof fakeServer>["client"]) => PromiseLike<unknown>,
  reply: object | undefined = one,
) {
  const { client, requests, lines } = fakeServer(reply);
  await write(client);
  const request = requests.at(-1)!;
  const text = await request.text();
  return { line: lines().at(-1), type: request.headers.get("content-type"), body: text && JSON.parse(text) };
}

describe("create and update", () => {
  test("send the input as it was written, under the extension", async () => {
    expect(
      await sent((client) =>
        client.articles!.create({ title: "One", author: 7, categories: [1, "2"], note: undefined }),
      ),
    ).toEqual({
      line: "POST /articles",
      type: FIELDS,
      body: { data: { type: "articles", "trestle:fields": { title: "One", author: 7, categories: [1, "2"] } } },
    });
    expect(
      await sent((client) =>
        client.articles!.update(1, { author: null }, { include: ["author"], fields: { articles: [] } }),
      ),
    ).toEqual({
      line: "PATCH /articles/1?include=author&fields%5Barticles%5D=",
      type: FIELDS,
      body: { data: { type: "articles", id: "1", "trestle:fields": { author: null } } },
    });
  });

  test("a client-generated id stands beside the fields", async () => {
    const { body } = await sent((client) => client.articles!.create({ id: 5, title: "x" }));
    expect(body).toEqual({ data: { type: "articles", id: "5", "trestle:fields": { title: "x" } } });
  });

  test("dates are ISO strings, bigints decimal strings, also inside", async () => {
    const { body } = await sent((client) =>
      client.articles!.create({ at: new Date(0), n: 10n, in: { at: [new Date(0)], n: 1n } }),
    );
    const at = "1970-01-01T00:00:00.000Z";
    expect(body.data["trestle:fields"]).toEqual({ at, n: "10", in: { at: [at], n: "1" } });
    expect(body.meta).toEqual({
      trestle: {
        rich: { articles: { at: ["Date"], n: ["bigint"], in: { at: { "*": ["Date"] }, n: ["bigint"] } } },
      },
    });
    expect((await sent((client) => client.articles!.create({ title: "x" }))).body).not.toHaveProperty("meta");
  });

  test("a date that is none is refused, not sent as null", async () => {
    const { client, requests } = fakeServer(one);
    await expect(client.articles!.create({ at: new Date(Number.NaN) })).rejects.toMatchObject({ code: "not_sent" });
    expect(requests).toEqual([]);
  });

  test("a fetched resource is sent as its identifier, a value that only looks like one as it is", async () => {
    const { client, requests } = fakeServer({
      data: {
        type: "users",
        id: "7",
        attributes: { username: "ann" },
        relationships: { boss: { data: { type: "users", id: "8" } } },
      },
      included: [{ type: "users", id: "8", attributes: { username: "bob" } }],
    });
    const ann = await client.users!.get(7, { include: ["boss"] });
    const alike = { type: "users", id: "7", username: "ann" };
    await client.articles!.create({ author: ann, reviewers: [ann.boss, 9], snapshot: alike, deep: { ann } });
    const { data } = JSON.parse(await requests[1]!.text());
    expect(data["trestle:fields"]).toMatchObject({
      author: { type: "users", id: "7" },
      reviewers: [{ type: "users", id: "8" }, 9],
      snapshot: alike,
      deep: { ann: { username: "ann" } },
    });
    expect(Object.keys(data["trestle:fields"].author)).toEqual(["type", "id"]);
  });

  test("harmful names are fields like any other", async () => {
    const input = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}');
    const { client, requests } = fakeServer(one);
    await client.articles!.create(input);
    expect(await requests[0]!.text()).toContain('{"__proto__":{"a":1},"constructor":2}');
  });

  test("are sent at once, give the resource, and have safe()", async () => {
    const { client, requests } = fakeServer([answer(one, 201), one]);
    const created = client.articles!.create({ title: "One" });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(requests).toHaveLength(1);
    expect(created).toBeInstanceOf(Promise);
    expect(await created).toEqual({ type: "articles", id: "1", title: "One" });
    expect(await client.articles!.update(1, {}).safe()).toEqual({ data: { type: "articles", id: "1", title: "One" } });
  });

  test("delete gives undefined, for any response of success", async () => {
    expect(await sent((client) => client.articles!.delete(1), undefined)).toEqual({
      line: "DELETE /articles/1",
      type: null,
      body: "",
    });
    expect(await fakeServer({ meta: {} }).client.articles!.delete(1)).toBeUndefined();
    expect(await fakeServer(new Response("", { status: 200 })).client.articles!.delete(1)).toBeUndefined();
    expect(await fakeServer(undefined).client.articles!.delete("..").safe()).toMatchObject({
      error: { code: "not_sent" },
    });
  });
});

describe("relationships", () => {
  const categories = (client: ReturnType<typeof fakeServer>["client"]) =>
    client.articles!.relationship(1, "categories");
  const line = (method: string) => `${method} /articles/1/relationship/categories`;

  test("bare ids go under the extension", async () => {
    expect(await sent((client) => categories(client).add([1, "2"]), undefined)).toEqual({
      line: line("POST"),
      type: FIELDS,
      body: { "trestle:related": [1, "2"] },
    });
    expect((await sent((client) => categories(client).set(7), undefined)).body).toEqual({ "trestle:related": 7 });
    expect(
      (await sent((client) => categories(client).reset([1, { type: "categories", id: "2", name: "x" }]), undefined))
        .body,
    ).toEqual({
      "trestle:related": [1, { type: "categories", id: "2" }],
    });
  });

  test("identifiers and resources go as a plain document, and so does nothing", async () => {
    const plain = "application/vnd.api+json";
    expect(
      await sent((client) => categories(client).remove([{ type: "categories", id: "2", name: "x" }]), undefined),
    ).toEqual({
      line: line("DELETE"),
      type: plain,
      body: { data: [{ type: "categories", id: "2" }] },
    });
    expect(await sent((client) => categories(client).set(null), undefined)).toEqual({
      line: line("PATCH"),
      type: plain,
      body: { data: null },
    });
    expect(await sent((client) => categories(client).reset([]), undefined)).toEqual({
      line: line("PATCH"),
      type: plain,
      body: { data: [] },
    });
  });

  test("get is lazy, and gives identifiers", async () => {
    const { client, requests } = fakeServer([{ data: [{ type: "categories", id: "2", meta: {} }] }, { data: null }]);
    const read = categories(client).get();
    expect(requests).toEqual([]);
    expect([...(await read)]).toEqual([{ type: "categories", id: "2" }]);
    expect(await client.articles!.relationship(1, "author").get()).toBeNull();
  });
});

describe("rpc", () => {
  const rpc = async (options?: object) => {
    const { client, requests, lines } = fakeServer(new Response("done", { status: 418 }));
    const response = await client.articles!.rpc(1, "publish", options);
    return { response, request: requests[0]!, line: lines()[0], type: requests[0]!.headers.get("content-type") };
  };

  test("posts nothing by default, and gives the response as it is", async () => {
    const { response, line, type, request } = await rpc();
    expect([line, type, request.headers.get("accept")]).toEqual(["POST /articles/1/publish", null, null]);
    expect([response.status, await response.text()]).toEqual([418, "done"]);
  });

  test("sends JSON with any method and query", async () => {
    const { line, type, request } = await rpc({
      method: "PUT",
      body: { at: new Date(0), n: 1n },
      query: { a: "x y", b: [1, 2] },
    });
    expect([line, type]).toEqual(["PUT /articles/1/publish?a=x%20y&b=1,2", "application/json"]);
    expect(await request.json()).toEqual({ at: "1970-01-01T00:00:00.000Z", n: "1" });
  });

  test("says in a header what JSON cannot, in ASCII alone", async () => {
    const { request } = await rpc({ body: { é: new Date(0), n: 1n, "\u0007": 2n } });
    expect(request.headers.get("trestle-rich")).toBe('{"\\u00e9":["Date"],"n":["bigint"],"\\u0007":["bigint"]}');
    expect((await rpc({ body: { a: 1 } })).request.headers.has("trestle-rich")).toBe(false);
    expect((await rpc({ body: { a: Number.NaN } })).request.headers.get("trestle-rich")).toBe('{"a":["number"]}');
    expect((await rpc({ body: new Blob(["x"]) })).request.headers.has("trestle-rich")).toBe(false);
  });

  test("sends a relationship's dates as they are, without a word of them", async () => {
    const { body } = await sent((client) => client.articles!.relationship(1, "tags").add([1n]), undefined);
    expect(body).toEqual({ "trestle:related": ["1"] });
  });

  test.each([
    ["text", "hello", /^text\/plain/],
    ["a form", form(), /^multipart\/form-data; boundary=/],
    ["a blob", new Blob(["hello"], { type: "image/png" }), /^image\/png$/],
    ["parameters", new URLSearchParams({ a: "hello" }), /^application\/x-www-form-urlencoded/],
    ["bytes", new TextEncoder().encode("hello"), /^$/],
    ["a buffer", new TextEncoder().encode("hello").buffer, /^$/],
    ["a stream", new Blob(["hello"]).stream(), /^$/],
  ])("sends %s as it is", async (_name, body, expected) => {
    const { request, type } = await rpc({ body });
    expect(type ?? "").toMatch(expected);
    expect(await request.text()).toContain("hello");
  });

  test("null and lists are JSON", async () => {
    expect(await (await rpc({ body: null })).request.text()).toBe("null");
    expect(await (await rpc({ body: [1] })).request.text()).toBe("[1]");
  });

  test("rejects only without a response", async () => {
    const { client } = fakeServer(() => Promise.reject(new TypeError("fetch failed")));
    expect(await client.articles!.rpc(1, "publish").safe()).toMatchObject({ error: { code: "network", status: 0 } });
  });
});

function form(): FormData {
  const data = new FormData();
  data.set("file", new Blob(["hello"]), "a.txt");
  return data;
}

describe("a write that was answered with nothing", () => {
  const nothing = [() => answer(), () => new Response("", { status: 200 }), () => new Response("", { status: 202 })];

  test.each(nothing)("is an error where the call gives a resource: %#", async (reply) => {
    const articles = () => fakeServer(reply).client.articles!;
    for (const call of [() => articles().create({ id: 5, title: "x" }), () => articles().update(5, { title: "x" })]) {
      const { data, error } = await call().safe();
      expect(data).toBeUndefined();
      expect(error).toMatchObject({ name: "Unexpected", code: "malformed", status: 0 });
      expect(error?.response?.ok).toBe(true);
      expect(error?.message).toMatch(
        /^(POST|PATCH) \S+ answered 20\d without a JSON:API document \(.*\)\. The write may have been done: read the resource again\.$/,
      );
    }
  });

  test.each(nothing)("is done where the call gives nothing: %#", async (reply) => {
    const articles = () => fakeServer(reply).client.articles!;
    expect(await articles().delete(5).safe()).toEqual({ data: undefined });
    expect(await articles().relationship(5, "author").set(null).safe()).toEqual({ data: undefined });
  });
});

describe("what JSON would lose", () => {
  class Sealed {
    readonly #secret = 1;
    get [Symbol.toStringTag]() {
      return `Sealed${this.#secret}`;
    }
  }
  test.each([
    ["a Promise", Promise.resolve(1)],
    ["a Blob", new Blob(["x"])],
    ["a File", new File(["x"], "x.txt")],
    ["a FormData", new FormData()],
    ["a URLSearchParams", new URLSearchParams("a=b")],
    ["a WeakMap", new WeakMap()],
    ["a Generator", (function* () {})()],
    ["a Headers", new Headers({ a: "b" })],
    ["a Request", new Request("http://localhost")],
    ["a ReadableStream", new ReadableStream()],
    ["a Sealed1", new Sealed()],
    ["a function", () => 1],
    ["a symbol", Symbol("x")],
  ])("%s within an input is refused, with its place", async (what, value) => {
    const { client, requests } = fakeServer(one);
    const articles = client.articles!;
    const calls: [place: string, call: { safe(): PromiseLike<unknown> }][] = [
      ["title", articles.create({ title: value })],
      ["list.0.in", articles.update(1, { list: [{ in: value }] })],
      ["map.0.1", articles.update(1, { at: new Date(0), map: new Map([["a", value]]) })],
      ["deep.value", articles.rpc(1, "publish", { body: { deep: { value } } })],
      ["0", articles.rpc(1, "publish", { body: [value] })],
    ];
    for (const [place, call] of calls) {
      expect(await call.safe()).toMatchObject({
        error: { code: "not_sent", message: `The request failed: "${place}" is ${what}, which JSON cannot contain.` },
      });
    }
    const set = await articles.relationship(1, "author").set(value).safe();
    expect(set.error).toMatchObject({ code: "not_sent" });
    expect((await articles.relationship(1, "tags").add([1, value]).safe()).error).toMatchObject({ code: "not_sent" });
    expect(requests).toEqual([]);
  });

  test("what has members, a toJSON, or a rule of superjson is sent", async () => {
    class Point {
      readonly x = 1;
    }
    class Empty {}
    const input = {
      point: new Point(),
      empty: new Empty(),
      money: Object.assign(Object.create({ toJSON: () => "5 EUR" }), {}),
      bytes: new Uint8Array([1]),
      error: new Error("x"),
      boxed: Object(5),
      bare: Object.create(null),
    };
    const { body } = await sent((client) => client.articles!.create(input));
    expect(body.data["trestle:fields"]).toMatchObject({
      point: { x: 1 },
      empty: {},
      money: "5 EUR",
      bytes: [1],
      boxed: 5,
      bare: {},
    });
  });
});

describe("what no write takes", () => {
  type Articles = ReturnType<typeof fakeServer>["client"][string];
  const bad = [null, undefined, 5, "title", [], new Date(0), () => ({})] as never[];
  const writes: [name: string, write: (articles: Articles, given: never) => PromiseLike<unknown>][] = [
    ["create", (articles, given) => articles.create(given).safe()],
    ["update", (articles, given) => articles.update(1, given).safe()],
  ];
  test.each(writes)("%s gives the error of an input that is not an object", async (_name, write) => {
    for (const given of bad) {
      const { client, requests } = fakeServer(one);
      expect(await write(client.articles!, given)).toMatchObject({
        error: { code: "not_sent", message: "The request failed: The input must be an object of fields." },
      });
      expect(requests).toEqual([]);
    }
  });

  const withoutOptions: [name: string, write: (articles: Articles) => { safe(): PromiseLike<unknown> }][] = [
    ["create", (articles) => articles.create({ title: "x" }, null as never)],
    ["update", (articles) => articles.update(1, { title: "x" }, null as never)],
    ["delete", (articles) => articles.delete(1, null as never)],
    ["set", (articles) => articles.relationship(1, "author").set(null, null as never)],
    ["add", (articles) => articles.relationship(1, "tags").add([1], null as never)],
    ["remove", (articles) => articles.relationship(1, "tags").remove([1], null as never)],
    ["reset", (articles) => articles.relationship(1, "tags").reset([1], null as never)],
    ["rpc", (articles) => articles.rpc(1, "publish", null as never)],
  ];
  test.each(withoutOptions)("%s gives the error of options that are null", async (_name, write) => {
    const { client, requests } = fakeServer(one);
    expect(await write(client.articles!).safe()).toMatchObject({ error: { code: "not_sent" } });
    expect(requests).toEqual([]);
  });

  const withoutId: typeof withoutOptions = [
    ["update", (articles) => articles.update(null, {})],
    ["delete", (articles) => articles.delete(undefined)],
    ["set", (articles) => articles.relationship(null, "author").set(null)],
    ["rpc", (articles) => articles.rpc(undefined, "publish")],
    ["rpc", (articles) => articles.rpc(Symbol("x"), "publish")],
  ];
  test.each(withoutId)("%s gives the error of an id that has no text", async (_name, write) => {
    const { client, requests } = fakeServer(one);
    expect(await write(client.articles!).safe()).toMatchObject({ error: { code: "not_sent" } });
    expect(requests).toEqual([]);
  });
});
