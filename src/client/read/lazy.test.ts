import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { fakeServer, failure } from "../fixtures/fake-server.js";

const list = (...ids: number[]) => ({
  data: ids.map((id) => ({ type: "articles", id: `${id}`, attributes: { title: `No. ${id}` } })),
});

describe("a lazy read", () => {
  test("sends nothing until it is awaited, then one request with everything", async () => {
    const { client, lines } = fakeServer(list(1));
    const articles = client
      .articles!.list()
      .filter({ title__contains: "zod" })
      .sort("-created_at")
      .include("author")
      .page(2);
    await Promise.resolve();
    expect(lines()).toEqual([]);
    await articles.fields({ articles: ["title"] }).extra({ q: "x" });
    expect(lines().map(decodeURIComponent)).toEqual([
      "GET /articles?filter[title][contains]=zod&sort=-created_at&page=2&include=author&fields[articles]=title&q=x",
    ]);
  });

  test("is immutable: filter, include and extra add, sort, page and fields replace", async () => {
    const { client, lines } = fakeServer(list());
    const base = client
      .articles!.list()
      .filter({ a: 1 })
      .include("x")
      .extra({ e: 1 })
      .sort("a")
      .page(1)
      .fields({ t: ["a"] });
    await base
      .filter({ b: 2, a: undefined })
      .include("y")
      .extra({ f: 2 })
      .sort("b")
      .page({ offset: 1 })
      .fields({ u: ["b"] });
    await base;
    expect(lines().map(decodeURIComponent)).toEqual([
      "GET /articles?filter[b]=2&sort=b&page[offset]=1&include=x,y&fields[u]=b&e=1&f=2",
      "GET /articles?filter[a]=1&sort=a&page=1&include=x&fields[t]=a&e=1",
    ]);
  });

  test("awaited twice it is sent once; fetch() sends again", async () => {
    const { client, requests } = fakeServer([list(1), list(2)]);
    const articles = client.articles!.list();
    const [first, second] = await Promise.all([articles, articles]);
    expect(second).toBe(first);
    expect((await articles.fetch())[0].id).toBe("2");
    expect((await articles)[0].id).toBe("2");
    expect(requests).toHaveLength(2);
  });

  test("has an item's index only once it is there; other names are undefined", () => {
    const articles = fakeServer(list(1)).client.articles!.list() as unknown as Record<string, unknown>;
    for (const index of ["0", "12"]) expect(() => articles[index]).toThrow("Data not fetched yet");
    for (const name of ["a1", "1a", "", "-1"]) expect(articles[name]).toBeUndefined();
  });

  test("a failure is not kept", async () => {
    const { client } = fakeServer([failure(404, { code: "not_found" }), list(1)]);
    const articles = client.articles!.list();
    await expect(articles).rejects.toThrow();
    expect(await articles).toHaveLength(1);
  });

  test("nobody's rejection is swallowed: fetch() that nobody awaits is an unhandled one", async () => {
    const { client } = fakeServer(failure(404, { code: "not_found" }));
    const seen = new Promise((resolve) => process.once("unhandledRejection", resolve));
    const listeners = process.rawListeners("unhandledRejection").slice(0, -1);
    for (const listener of listeners) process.off("unhandledRejection", listener as never);
    void client.articles!.list().fetch();
    expect(await seen).toMatchObject({ status: 404 });
    for (const listener of listeners) process.on("unhandledRejection", listener as never);
  });

  test("unfetched, it cannot be read as a page", () => {
    // biome-ignore lint/suspicious/noExplicitAny: none of this compiles
    const articles = fakeServer(list(1)).client.articles!.list() as any;
    const message = /Data not fetched yet/;
    expect(() => articles[0]).toThrow(message);
    expect(() => articles.length).toThrow(message);
    expect(() => [...articles]).toThrow(message);
    expect(() => articles.map((article: unknown) => article)).toThrow(message);
  });

  test("unfetched, it can be looked at", () => {
    const articles = fakeServer(list(1)).client.articles!.list();
    expect(inspect(articles)).toMatch(/Lazy/);
    expect(`${articles}`).toBe("[object Lazy]");
    expect(JSON.stringify(articles)).toBe("{}");
    expect((articles as unknown as { nope?: unknown }).nope).toBeUndefined();
  });

  test("async iteration fetches by itself, and not again", async () => {
    const { client, requests } = fakeServer(list(1, 2));
    const articles = client.articles!.list();
    const ids: string[] = [];
    for await (const article of articles) ids.push((article as { id: string }).id);
    for await (const article of articles) ids.push((article as { id: string }).id);
    expect(ids).toEqual(["1", "2", "1", "2"]);
    expect(requests).toHaveLength(1);
  });

  test("catch and finally are a promise's", async () => {
    const { client } = fakeServer(failure(404, { code: "not_found" }));
    let ended = 0;
    expect(await client.articles!.get(1).catch((error) => (error as { status: number }).status)).toBe(404);
    await client
      .articles!.get(1)
      .finally(() => ended++)
      .catch(() => {});
    expect(ended).toBe(1);
  });

  test("safe never rejects", async () => {
    const { client } = fakeServer(list(1));
    expect(await client.articles!.list().safe()).toMatchObject({ data: [{ id: "1" }] });
    for (const id of [undefined, null, "", ".", ".."]) {
      expect(await client.articles!.get(id).safe()).toMatchObject({ error: { code: "not_sent", status: 0 } });
    }
    expect(
      await client
        .articles!.list()
        .filter({ since: new Date(Number.NaN) })
        .safe(),
    ).toMatchObject({
      error: { code: "not_sent", message: 'filter "since": a query string cannot contain Invalid Date.' },
    });
  });

  test("its source can be loaded and read apart, as often as one likes", async () => {
    const { client, requests } = fakeServer(list(1));
    const { segments, query, urlOf, load, read } = client.articles!.list().sort("title")["~"];
    expect({ segments, query }).toMatchObject({ segments: ["articles"], query: { sort: ["title"] } });
    expect(urlOf()).toBe("https://example.org/api/articles?sort=title");
    const document = structuredClone(await load());
    expect(read(document)).toEqual(read(document));
    expect(read(document)[0].title).toBe("No. 1");
    expect(read(document).hasNext()).toBe(false);
    expect(requests).toHaveLength(1);
  });
});

describe("one or many is what the data shows", () => {
  const one = { data: { type: "users", id: "7" } };

  test("of a related path", async () => {
    const { client, lines } = fakeServer([one, list(1), { data: null }]);
    expect(await client.articles!.related(1, "author")).toEqual({ type: "users", id: "7" });
    expect(await client.users!.related(7, "articles").sort("title")).toHaveLength(1);
    expect(await client.articles!.related("a/b", "author")).toBeNull();
    expect(lines()).toEqual([
      "GET /articles/1/author",
      "GET /users/7/articles?sort=title",
      "GET /articles/a%2Fb/author",
    ]);
  });

  test("of a path that is known it must be the one", async () => {
    await expect(fakeServer(one).client.users!.list()).rejects.toMatchObject({ code: "malformed" });
    await expect(fakeServer(list(1)).client.articles!.get(1)).rejects.toMatchObject({ code: "malformed" });
    await expect(fakeServer({ data: null }).client.articles!.get(1)).rejects.toMatchObject({ code: "malformed" });
  });

  test("find gives exactly one, without a page", async () => {
    const { client, lines } = fakeServer([list(1), list(), list(1, 2)]);
    const find = () =>
      client.articles!.find({ title__contains: "zod" }, { include: [], fields: { articles: ["title"] } });
    expect(await find()).toEqual({ type: "articles", id: "1", title: "No. 1" });
    await expect(find()).rejects.toMatchObject({ name: "NotFound", status: 404, code: "not_found" });
    await expect(find()).rejects.toMatchObject({ name: "Unexpected", code: "ambiguous" });
    expect(decodeURIComponent(lines()[0]!)).toBe("GET /articles?filter[title][contains]=zod&fields[articles]=title");
  });
});
