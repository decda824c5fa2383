import {
  BadRequest,
  Conflict,
  createClient,
  Forbidden,
  NotFound,
  ResponseError,
  Unauthorized,
  Unexpected,
  UnprocessableContent,
} from "trestle/client";
import { UNSET } from "trestle";
import { beforeEach, describe, expect, test } from "vitest";
import { describeClient, type Recorder, recordingClient } from "../support/client.js";
import type { Api, ConstructorApi } from "../support/newsroom/api.js";
import { FILE_ID, OTHER_FILE_ID } from "../support/newsroom/store.js";

describeClient("methods", (newsroom) => {
  let client: Recorder["client"];
  let sent: string[];
  let requests: Request[];
  beforeEach(() => {
    ({ client, sent, requests } = recordingClient(newsroom));
  });
  const body = async (index = 0) => JSON.parse(await requests[index]!.text());

  describe("get and find", () => {
    test("get reads one, joined along its includes to full depth", async () => {
      const article = await client.articles.get(1, { include: ["author", "author__articles"] });
      expect(article.author?.articles[1]?.title).toBe("A quiet week 7");
      expect(article.author?.articles[0]?.author).toEqual({ type: "users", id: "1" }); // not asked for: no cycle
      expect(article.categories).toEqual([{ type: "categories", id: "1" }]);
      expect(JSON.stringify(article)).toContain("A quiet week 7");
      expect(sent).toEqual(["GET /articles/1?include=author,author.articles"]);
    });

    test("get takes an id as a number or as it was read, and any string id", async () => {
      expect((await client.articles.get("2")).title).toBe("Harbour reopens 2");
      for (const id of ["a/b?c#d", "grün", "constructor", "__proto__", "100%"]) {
        expect(await client.tags.get(id)).toEqual({ type: "tags", id, label: id.toUpperCase() });
      }
      await expect(client.tags.get("..")).rejects.toMatchObject({ status: 0, code: "not_sent" });
    });

    test("get gives what the type says: dates and bigints", async () => {
      const file = await client.files.get(FILE_ID, { include: ["owner", "tags", "previous", "previous__previous"] });
      expect(file).toEqual({
        type: "files",
        id: FILE_ID,
        name: "harbour.jpg",
        bytes: 9007199254740993n,
        uploaded_at: new Date("2026-02-03T04:05:06.789Z"),
        status: "final",
        note: null,
        details: { width: 640, taken_at: new Date("2026-02-01T00:00:00.000Z") },
        owner: { type: "users", id: "1", username: "ann", email: "ann@example.com" },
        previous: expect.objectContaining({ id: OTHER_FILE_ID, note: "null", previous: null }),
        tags: [
          { type: "tags", id: "blue", label: "BLUE" },
          { type: "tags", id: "a/b?c#d", label: "A/B?C#D" },
        ],
      });
      expect("details" in file.previous!).toBe(false);
    });

    test("find gives exactly one, and says so where there is none or more", async () => {
      expect((await client.articles.find({ title__contains: "Learning Zod 13" })).id).toBe("13");
      await expect(client.articles.find({ title__contains: "nowhere" })).rejects.toBeInstanceOf(NotFound);
      await expect(client.articles.find({ title__contains: "Zod" })).rejects.toMatchObject({ code: "ambiguous" });
    });
  });

  describe("create, update and delete", () => {
    test("create sends the input as it was written, under the extension", async () => {
      const author = await client.users.get(2);
      const created = await client.articles.create(
        { title: "New", content: "Text", author, categories: [1, "2", { type: "categories", id: "3" }] },
        { include: ["author"] },
      );
      expect(created).toMatchObject({ id: "1025", title: "New", published: false, author: { username: "bob" } });
      expect(newsroom.store.last.input).toEqual({
        title: "New",
        content: "Text",
        published: false,
        author: 2,
        categories: [1, 2, 3],
      });
      expect(requests[1]!.headers.get("content-type")).toBe('application/vnd.api+json; ext="urn:trestle:fields"');
      expect(await body(1)).toEqual({
        data: {
          type: "articles",
          "trestle:fields": {
            title: "New",
            content: "Text",
            author: { type: "users", id: "2" },
            categories: [1, "2", { type: "categories", id: "3" }],
          },
        },
      });
    });

    test("create with an id of the client's, dates and bigints", async () => {
      const editor = recordingClient(newsroom, { headers: { authorization: "editor" } }).client;
      const id = "4f0c7b9e-1111-4222-8333-444455556666";
      const file = await editor.files.create({
        id,
        name: "new.jpg",
        bytes: 12345678901234567890n,
        uploaded_at: new Date("2026-05-06T07:08:09.010Z"),
        note: null,
        details: { width: 3, taken_at: new Date(0) },
        owner: 1,
        tags: ["blue"],
      });
      expect(file).toMatchObject({
        id,
        bytes: 12345678901234567890n,
        uploaded_at: new Date("2026-05-06T07:08:09.010Z"),
      });
      expect(newsroom.store.last.input).toMatchObject({
        bytes: 12345678901234567890n,
        uploaded_at: expect.any(Date),
        details: { taken_at: new Date(0) },
      });
      expect((await client.tags.create({ id: "__proto__2", label: "x" })).id).toBe("__proto__2");
    });

    test("update sends what was given: null is null, what is absent is UNSET", async () => {
      const updated = await client.articles.update(1, { author: null, title: undefined });
      expect(updated.author).toBeNull();
      expect(newsroom.store.last.input).toEqual({ title: UNSET, content: UNSET, published: UNSET, author: null });
      expect((await client.articles.update("1", {})).title).toBe("Learning Zod 1");
      expect(sent).toEqual(["PATCH /articles/1", "PATCH /articles/1"]);
    });

    test("delete gives nothing", async () => {
      expect(await client.articles.delete(1)).toBeUndefined();
      await expect(client.articles.get(1)).rejects.toBeInstanceOf(NotFound);
    });

    test("writes are sent at once, without being awaited", async () => {
      const pending = client.articles.delete(1);
      await new Promise((resolve) => setTimeout(resolve, 0));
      expect(sent).toEqual(["DELETE /articles/1"]);
      await pending;
    });
  });

  describe("related and relationship", () => {
    test("related gives the resource, or null, or a list", async () => {
      expect((await client.articles.related(1, "author"))?.username).toBe("ann");
      expect(await client.articles.related(4, "author")).toBeNull();
      expect((await client.articles.related(1, "author").include("articles"))?.articles.length).toBeGreaterThan(1);
      expect(await client.articles.related(5, "categories")).toHaveLength(2);
    });

    test("relationship: get, set, add, remove, reset, by ids, identifiers and resources", async () => {
      const categories = client.articles.relationship(1, "categories");
      const author = client.articles.relationship(1, "author");
      expect(await author.get()).toEqual({ type: "users", id: "1" });
      expect(await author.set(2)).toBeUndefined();
      await author.set({ type: "users", id: "3" });
      expect(newsroom.store.articles.get(1)?.author).toBe(3);
      await author.set(null);
      expect(await author.get()).toBeNull();
      await categories.add([2, "3"]);
      await categories.add([await client.categories.get(4)]);
      expect(newsroom.store.articles.get(1)?.categories).toEqual([1, 2, 3, 4]);
      await categories.remove([1, { type: "categories", id: "2" }]);
      expect(await categories.get()).toEqual([
        { type: "categories", id: "3" },
        { type: "categories", id: "4" },
      ]);
      await categories.reset([5]);
      await categories.reset([]);
      expect(newsroom.store.articles.get(1)?.categories).toEqual([]);
    });

    test("string and uuid ids", async () => {
      await client.files.relationship(FILE_ID, "tags").add(["grün", "__proto__"]);
      expect(await client.files.relationship(FILE_ID, "tags").get()).toHaveLength(4);
      // @ts-expect-error: reset is not registered on files' tags
      const { error } = await client.files.relationship(FILE_ID, "tags").reset([]).safe();
      expect(error).toBeInstanceOf(Forbidden);
    });
  });

  describe("rpc", () => {
    test("sends JSON or what fetch takes, and gives the response, its json() typed", async () => {
      const published = await client.articles.rpc(2, "publish", { method: "PUT" });
      const { ok } = await published.json();
      expect(ok).toBe(true);
      const counted = await client.articles.rpc(2, "count", { body: { a: 1 } });
      expect([counted.status, await counted.json()]).toEqual([202, { id: 2, length: 7, type: "application/json" }]);
      const text = await client.articles.rpc(2, "echo", { method: "PATCH", body: "plain", query: { "a[b]": 1 } });
      expect(await text.text()).toBe("PATCH 2 PATCH /api/articles/2/echo?a%5Bb%5D=1 plain");
      expect(await (await client.articles.rpc(2, "echo", { method: "GET" })).text()).toMatch(/^GET 2 GET/);
    });

    test("actions and methods are literals: others do not compile, and are a 404 or a 405", async () => {
      // @ts-expect-error: no such action
      expect((await client.articles.rpc(2, "unpublish")).status).toBe(404);
      // @ts-expect-error: publish is a PUT, and that must be said
      expect((await client.articles.rpc(2, "publish")).status).toBe(405);
      // @ts-expect-error: echo has no OPTIONS
      expect((await client.articles.rpc(2, "echo", { method: "OPTIONS" })).status).toBe(405);
      // @ts-expect-error: users have no actions
      expect((await client.users.rpc(2, "publish")).status).toBe(404);
    });

    test("an error status does not reject the promise", async () => {
      const response = await client.articles.rpc(99, "publish", { method: "PUT" });
      expect([response.status, response.headers.get("content-type")]).toEqual([404, "application/vnd.api+json"]);
    });
  });

  describe("errors", () => {
    test("are classes by status, with the server's error objects", async () => {
      const error: unknown = await client.articles.get(99).catch((reason) => reason);
      expect(error).toBeInstanceOf(NotFound);
      expect(error).toBeInstanceOf(ResponseError);
      expect(error).toMatchObject({
        status: 404,
        code: "not_found",
        errors: [{ detail: "No article has the id 99." }],
      });
      await expect(client.faults.get("Conflict")).rejects.toBeInstanceOf(Conflict);
      await expect(client.faults.get("BadRequest")).rejects.toBeInstanceOf(BadRequest);
      await expect(client.faults.get("Unauthorized")).rejects.toBeInstanceOf(Unauthorized);
      await expect(client.faults.get("Teapot")).rejects.toMatchObject({ status: 418, code: "teapot" });
      await expect(client.faults.get("error")).rejects.toBeInstanceOf(Unexpected);
    });

    test("safe() gives data or error, discriminated by status and code", async () => {
      const good = await client.articles.get(1).safe();
      expect(good.error).toBeUndefined();
      expect(good.data?.title).toBe("Learning Zod 1");
      const taken = await client.articles.create({ title: "Learning Zod 1", content: "", author: null }).safe();
      expect(taken.data).toBeUndefined();
      if (taken.error?.status !== 409) throw new Error("unreachable");
      const code: "conflict" | "type_mismatch" | "id_mismatch" = taken.error.code;
      expect(code).toBe("conflict");
      expect(taken.error.fields).toEqual({ title: ["Another article has this title."] });
    });

    test("error.fields finds each problem by the input's name, a missing field among them", async () => {
      const input = { title: "", categories: ["x"] };
      // @ts-expect-error: content and author are missing
      const { error } = await client.articles.create(input).safe();
      expect(error).toBeInstanceOf(UnprocessableContent);
      expect(Object.keys(error?.fields ?? {}).sort()).toEqual(["author", "categories", "content", "title"]);
      const editor = recordingClient(newsroom, { headers: { authorization: "editor" } }).client;
      // @ts-expect-error: the width is missing
      const nested = await editor.files.update(FILE_ID, { details: {} }).safe();
      expect(nested.error?.fields).toEqual({ "details.width": [expect.any(String)] });
      const fault = await client.faults.create({ name: "x", user: 1 }).safe();
      expect(fault.error?.fields).toEqual({ name: ["Is profane."], user: ["Is unknown."] });
    });

    test("an abort and a timeout reach the server", async () => {
      const controller = new AbortController();
      const waiting = client.faults.related("forever", "user", { signal: controller.signal }).safe();
      while (!newsroom.store.trace.includes("waiting")) await new Promise((resolve) => setTimeout(resolve, 5));
      controller.abort();
      expect((await waiting).error).toMatchObject({ status: 0, code: "aborted" });
      while (!newsroom.store.trace.includes("aborted")) await new Promise((resolve) => setTimeout(resolve, 5));
      const hasty = createClient<Api>({ url: newsroom.url, timeout: 40 });
      expect((await hasty.faults.related("slow", "user").safe()).error).toMatchObject({ code: "timeout" });
    });
  });

  test("names that every object has are names like any other", async () => {
    const { constructor: named } = createClient<ConstructorApi>({ url: newsroom.url });
    const [one] = await named.list().include("valueOf").sort("constructor").filter({ constructor: "x" });
    expect(one).toMatchObject({ id: "hasOwnProperty", constructor: "hasOwnProperty constructor" });
    expect(Object.keys(one ?? {})).toEqual(["type", "id", "constructor", "toString", "valueOf"]);
    await named.create({ constructor: "a", toString: "b", valueOf: ["x"] });
    expect(newsroom.store.last.input).toEqual({ constructor: "a", toString: "b", valueOf: ["x"] });
    const { error } = await named.create({} as never).safe();
    expect(Object.keys(error?.fields ?? {})).toEqual(["constructor", "toString"]);
  });
});
