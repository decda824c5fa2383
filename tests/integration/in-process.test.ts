import { trestle } from "trestle";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { MEDIA_TYPE } from "../support/media-type.js";
import { type Api, api } from "../support/newsroom/api.js";
import { Store } from "../support/newsroom/store.js";
import { t } from "../support/newsroom/trestle.js";
import { PATIENCE } from "../support/patience.js";

describe("in process: the Fetch handler as the client's fetch", () => {
  let store = new Store();
  beforeEach(() => {
    store = new Store();
  });
  const context = t.context((request: Request) => ({
    store,
    user: request.headers.get("authorization") ?? undefined,
  }));
  const handle = fetchHandler(api, { prefix: "/api", context });
  const client = createClient<Api>({ url: "http://internal/api", fetch: handle });

  test("reads, writes, pages and errors work without a network", async () => {
    const created = await client.articles.create({ title: "New", content: "", author: 1, categories: [2] });
    expect((await client.articles.get(created.id, { include: ["author"] })).author?.username).toBe("ann");
    await client.articles.update(created.id, { title: "Newer" });
    await client.articles.relationship(created.id, "categories").reset([3]);
    expect(store.articles.get(Number(created.id))).toMatchObject({ title: "Newer", categories: [3] });
    await client.articles.delete(created.id);
    expect((await client.articles.get(created.id).safe()).error?.status).toBe(404);
    const ids: string[] = [];
    for await (const { id } of client.articles.list().page({ limit: 10 }).all()) ids.push(id);
    expect(ids).toHaveLength(25);
    expect(await (await client.articles.rpc(1, "publish", { method: "PUT" })).json()).toEqual({
      ok: true,
      published: true,
    });
  });

  test("an abort reaches the handler's signal", async () => {
    const controller = new AbortController();
    const waiting = client.faults.related("forever", "user", { signal: controller.signal }).safe();
    while (!store.trace.includes("waiting")) await new Promise((resolve) => setTimeout(resolve, 1));
    controller.abort();
    expect((await waiting).error?.code).toBe("aborted");
    while (!store.trace.includes("aborted")) await new Promise((resolve) => setTimeout(resolve, 1));
  });

  test.each(["waits", "gives"])("an abort ends the body of an rpc's response: a stream that %s", async (kind) => {
    const seen: unknown[] = [];
    const own = trestle();
    const notes = own.resource("notes", { id: z.int(), attributes: {} });
    const stream = notes.rpc("stream", ({ signal }) => {
      signal.addEventListener("abort", () => seen.push("aborted"));
      const pull = (controller: ReadableStreamDefaultController) =>
        new Promise<void>((resolve) => {
          if (kind === "waits") return;
          controller.enqueue(new Uint8Array([1]));
          setTimeout(resolve, 1);
        });
      return new Response(new ReadableStream({ pull, cancel: () => void seen.push("cancelled") }));
    });
    const router = own.router({ notes: notes.routes(stream) });
    const streaming = createClient<typeof router>({ url: "http://internal", fetch: fetchHandler(router) });
    const controller = new AbortController();
    const response = await streaming.notes.rpc(1, "stream", { signal: controller.signal });
    const text = response.text();
    setTimeout(() => controller.abort(), 5);
    await expect(text).rejects.toMatchObject({ name: "AbortError" });
    expect(seen).toEqual(["aborted", "cancelled"]);
  });

  describe("the prefix", () => {
    const paths = async (prefix: string | undefined, path: string) => {
      const mounted = fetchHandler(api, prefix === undefined ? { context } : { prefix, context });
      const response = await mounted(new Request(`http://internal${path}`));
      const { links } = await response.json();
      return [response.status, links?.self];
    };

    test.each([
      [undefined, "/articles/1", 200, "/articles/1"],
      ["", "/articles/1", 200, "/articles/1"],
      ["/", "/articles/1", 200, "/articles/1"],
      ["api", "/api/articles/1", 200, "/api/articles/1"],
      ["/api/", "/api/articles/1", 200, "/api/articles/1"],
      ["/a/b", "/a/b/articles/1", 200, "/a/b/articles/1"],
      ["/api", "/apix/articles/1", 404, undefined],
      ["/api", "/articles/1", 404, undefined],
      ["/api", "/api", 200, "/api"],
      ["/api", "/API/articles/1", 404, undefined],
    ])("%j serves %s: %i", async (prefix, path, status, self) => {
      expect(await paths(prefix, path)).toEqual([status, self]);
    });
  });

  test("a base URL makes links and Location absolute, and the client follows them", async () => {
    const absolute = fetchHandler(api, { prefix: "/api", baseUrl: "http://internal/", context });
    const follower = createClient<Api>({ url: "http://internal/api", fetch: absolute });
    const page = await follower.articles.list().page({ limit: 20 });
    expect(page.links.next).toBe("http://internal/api/articles?page%5Boffset%5D=20&page%5Blimit%5D=20");
    expect(await page.getNext()).toHaveLength(5);
    const body = JSON.stringify({ data: { type: "tags", id: "x y", attributes: { label: "X" } } });
    const headers = { "content-type": MEDIA_TYPE };
    const created = await absolute(new Request("http://internal/api/tags", { method: "POST", headers, body }));
    expect(created.headers.get("location")).toBe("http://internal/api/tags/x%20y");
  });

  test("without onError the console gets the whole error, and the client nothing", async () => {
    const lines: unknown[][] = [];
    const original = console.error;
    console.error = (...line: unknown[]) => lines.push(line);
    try {
      const response = await handle(new Request("http://internal/api/faults/error"));
      const { errors } = await response.json();
      expect(lines[0]?.[0]).toContain(errors[0].id);
      expect(String(lines[0]?.[1])).toContain("hunter2");
    } finally {
      console.error = original;
    }
  });

  test.each<[name: string, onError: () => void]>([
    [
      "throws",
      () => {
        throw new Error("The log is full.");
      },
    ],
    ["rejects", () => Promise.reject(new Error("The log is full."))],
  ])("an onError that %s costs no answer", async (_, onError) => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    onTestFinished(() => logged.mockRestore());
    const failing = fetchHandler(api, { context, onError, timeout: 20 });
    expect((await failing(new Request("http://internal/faults/error"))).status).toBe(500);
    expect((await failing(new Request("http://internal/faults/slow/user"))).status).toBe(503);
    await vi.waitFor(() => expect(logged.mock.calls.flat().map(String)).toContain("Error: The log is full."), PATIENCE);
    expect(logged.mock.calls.flat().map(String)).toContainEqual(expect.stringContaining("hunter2"));
  });

  test("checkRows: schemas holds rows to their whole schemas", async () => {
    const errors: string[] = [];
    const options = { context, onError: ({ error }: { error: unknown }) => errors.push(String(error)) };
    store.articles.set(1, { ...store.articles.get(1)!, title: "" });
    const cheap = fetchHandler(api, options);
    expect((await cheap(new Request("http://internal/articles/1"))).status).toBe(200);
    const strict = fetchHandler(api, { ...options, checkRows: "schemas" });
    expect((await strict(new Request("http://internal/articles/1"))).status).toBe(500);
    expect(errors[0]).toContain('articles 1 does not fit its declaration: "title"');
    expect((await strict(new Request("http://internal/articles/2"))).status).toBe(200);
  });
});
