import {
  dehydrate,
  hydrate,
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  type QueryKey,
  QueryObserver,
} from "@tanstack/query-core";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { liveChannel, memoryHub } from "trestle/live";
import {
  type ConnectOptions,
  connectQueries,
  infiniteQueryOptions,
  mutationOptions,
  queryOptions,
  type Refetch,
} from "trestle/query";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { until } from "../support/every-server.js";
import { sharedApi, type SharedApi } from "./convergence/api.js";
import { pause } from "./convergence/servers.js";

beforeEach(() => {
  vi.stubGlobal("window", globalThis); // only pages connect
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** An API with a live channel, and pages that read it. */
function world(heartbeat?: number) {
  const api = sharedApi();
  const live = liveChannel(api, { hub: memoryHub(), ...(heartbeat && { heartbeat }) });
  const server = new AbortController();
  const handle = fetchHandler(api, { prefix: "/api", live, signal: server.signal });
  onTestFinished(() => server.abort());
  const requests: Request[] = [];

  function page(options: ConnectOptions = {}, caller?: () => string) {
    const sent: string[] = [];
    const refetched: Refetch[] = [];
    const own = {
      connections: 0,
      /** Whether the first position has arrived, and with it the first reset, if there is one. */
      hears: false,
      fail: undefined as (() => Response) | undefined,
      /** What the stream waits for before it is opened. */
      opens: undefined as Promise<void> | undefined,
      isLost: (_: Request) => false,
      /** What writes wait for before they are sent. */
      writes: undefined as Promise<void> | undefined,
    };
    const client = createClient<SharedApi>({
      url: "http://localhost/api",
      ...(caller && { caller }),
      fetch: async (request) => {
        requests.push(request.clone());
        const { pathname, search } = new URL(request.url);
        sent.push(`${request.method} ${decodeURIComponent(pathname.slice(4) + search)}`);
        if (pathname === "/api/live") {
          const failure = own.fail?.();
          if (failure) return failure;
          await own.opens;
          const response = await handle(request);
          own.connections++;
          request.signal.addEventListener("abort", () => own.connections--);
          return watched(response, () => {
            own.hears = true;
          });
        }
        if (request.method !== "GET") await own.writes;
        const response = await handle(request);
        if (own.isLost(request)) {
          await pause(100); // several heartbeats move the position meanwhile
          throw new TypeError("The response was lost.");
        }
        return response;
      },
    });
    const queryClient = new QueryClient({
      defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
    });
    const onRefetch = (refetch: Refetch) => refetched.push(refetch);
    const stop = connectQueries(queryClient, client, { live: true, onRefetch, ...options });
    onTestFinished(() => {
      stop();
      queryClient.clear();
    });
    const connected = () => until(() => own.connections > 0, "a connection");
    /** Reads like a component, when the page hears everything. */
    async function watch(id: number) {
      await until(() => own.hears, "the first position");
      const observer = new QueryObserver(queryClient, queryOptions(client.articles.get(id)));
      onTestFinished(observer.subscribe(() => {}));
      await until(() => observer.getCurrentResult().isSuccess, "the article");
      sent.length = 0;
      return {
        title: () => observer.getCurrentResult().data?.title,
        version: () => observer.getCurrentResult().data?.version,
      };
    }
    return { client, queryClient, sent, refetched, own, stop, connected, watch };
  }
  return { api, live, page, requests };
}

/** The same response. Calls `heard` soon after its reader got a position. */
function watched(response: Response, heard: () => void): Response {
  const parts = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      controller.enqueue(part);
      if (/^id:/m.test(new TextDecoder().decode(part))) setTimeout(heard, 20);
    },
  });
  return new Response(response.body?.pipeThrough(parts), response);
}

/** The state of a server that still reads an article. When it ends, it sends what was true when this was called. */
async function streamed({ client, queryClient }: ReturnType<ReturnType<typeof world>["page"]>) {
  const { queryKey, queryFn } = queryOptions(client.articles.get(1));
  const document = await queryClient.fetchQuery({ queryKey, queryFn });
  let end = () => {};
  const read = new Promise((resolve) => {
    end = () => resolve(document);
  });
  const server = new QueryClient();
  void server.prefetchQuery({ queryKey, queryFn: () => read });
  const dehydrated = dehydrate(server, { shouldDehydrateQuery: () => true });
  const { title } = await client.articles.get(1);
  return { dehydrated, old: title, end: () => end() };
}

const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
function show(visibilityState: "visible" | "hidden") {
  document.visibilityState = visibilityState;
  document.dispatchEvent(new Event("visibilitychange"));
}

test("a notice about a row that an optimistic delete hides", async () => {
  const { page } = world();
  const [mine, other] = [page(), page()];
  await mine.watch(1);
  const read = mine.client.users.related(1, "articles");
  const observer = new QueryObserver(mine.queryClient, queryOptions(read));
  onTestFinished(observer.subscribe(() => {}));
  const ids = () => observer.getCurrentResult().data?.map(({ id }) => id);
  await until(() => ids() !== undefined, "the list");
  expect(ids()).toEqual(["3"]);
  let open = () => {};
  mine.own.writes = new Promise((resolve) => {
    open = resolve;
  });
  const remove = mutationOptions(mine.client.articles, "delete", { optimistic: true });
  const done = new MutationObserver(mine.queryClient, remove).mutate("3").catch(({ status }) => status);
  await until(() => ids()?.length === 0, "the change");
  await other.client.articles.delete(3);
  await until(() => mine.refetched.some(({ cause, queryKey }) => cause === "notice" && queryKey[2] === "users"), "it");
  open();
  expect(await done).toBe(404);
  await until(() => mine.queryClient.isFetching() === 0, "the end");
  expect(ids()).toEqual([]);
});

describe("queries that a page reads before it is connected", () => {
  /** A page whose server has been read for longer than a client asks for. It has read an article, and is not connected yet. */
  async function connecting() {
    const { page } = world();
    const other = page();
    await other.connected();
    await pause(2300);
    const mine = page();
    let open = () => {};
    mine.own.opens = new Promise((resolve) => {
      open = resolve;
    });
    const observer = new QueryObserver(mine.queryClient, queryOptions(mine.client.articles.get(1)));
    onTestFinished(observer.subscribe(() => {}));
    await until(() => observer.getCurrentResult().isSuccess, "the article");
    const connect = async () => {
      open();
      await mine.connected();
    };
    const reads = () => mine.sent.filter((line) => !line.startsWith("GET /live"));
    return { mine, other, connect, reads, title: () => observer.getCurrentResult().data?.title };
  }

  test("are not read again", async () => {
    const { mine, connect, reads } = await connecting();
    await connect();
    await pause(500);
    expect([reads(), mine.refetched]).toEqual([["GET /articles/1"], []]);
  });

  test("show what changed before the connection, and only then", async () => {
    const { mine, other, connect, reads, title } = await connecting();
    await mine.queryClient.fetchQuery(queryOptions(mine.client.articles.get(2)));
    await other.client.articles.update(1, { title: "Meanwhile" });
    await connect();
    await until(() => title() === "Meanwhile", "the new title");
    expect(mine.refetched.map(({ cause }) => cause)).toEqual(["notice"]);
    expect(reads()).toEqual(["GET /articles/1", "GET /articles/2", "GET /articles/1"]);
  });

  test("are read again if the connection takes so long that changes may be missing", async () => {
    const { mine, connect, reads } = await connecting();
    await pause(2100);
    await connect();
    await until(() => reads().length === 2, "the second read");
    expect(mine.refetched.map(({ cause }) => cause)).toEqual(["reset"]);
  });

  test("are read once if a component refetches hydrated data", async () => {
    const { mine, other, connect, reads } = await connecting();
    await other.queryClient.fetchQuery(queryOptions(other.client.articles.get(2)));
    hydrate(mine.queryClient, JSON.parse(JSON.stringify(dehydrate(other.queryClient))));
    const observer = new QueryObserver(mine.queryClient, {
      ...queryOptions(mine.client.articles.get(2)),
      staleTime: 0,
    });
    onTestFinished(observer.subscribe(() => {}));
    await connect();
    await pause(500);
    expect([reads(), mine.refetched]).toEqual([["GET /articles/1", "GET /articles/2"], []]);
  });

  test("are read again if their data is from elsewhere, or from a read that was cancelled", async () => {
    const { mine, other, connect, reads } = await connecting();
    const optionsOf = (id: number) => queryOptions(mine.client.articles.get(id));
    const cancelled = optionsOf(3);
    for (const id of [2, 3]) await other.queryClient.fetchQuery(queryOptions(other.client.articles.get(id)));
    hydrate(mine.queryClient, JSON.parse(JSON.stringify(dehydrate(other.queryClient))));
    for (const id of [2, 3]) onTestFinished(new QueryObserver(mine.queryClient, optionsOf(id)).subscribe(() => {}));
    const read = mine.queryClient.fetchQuery({ ...cancelled, staleTime: 0 });
    await mine.queryClient.cancelQueries({ queryKey: cancelled.queryKey });
    await read;
    await connect();
    await until(() => ["GET /articles/2", "GET /articles/3"].every((line) => reads().includes(line)), "both reads");
    expect(mine.refetched.map(({ queryKey, cause }) => [queryKey[4], cause])).toEqual([
      ["2", "reset"],
      ["3", "reset"],
    ]);
  });
});

describe("queries that a server streams to a page before it is connected", () => {
  test("are read again after the connection, and those that the page read are not", async () => {
    const { page } = world();
    const other = page();
    await other.connected();
    await pause(2300);
    const { dehydrated, end, old } = await streamed(other);
    await other.client.articles.update(1, { title: "Meanwhile" });
    await pause(2300); // the first connection asks for less
    const mine = page();
    let open = () => {};
    mine.own.opens = new Promise((resolve) => {
      open = resolve;
    });
    hydrate(mine.queryClient, dehydrated);
    const options = queryOptions(mine.client.articles.get(1));
    const observer = new QueryObserver(mine.queryClient, options);
    onTestFinished(observer.subscribe(() => {}));
    await mine.queryClient.fetchQuery(queryOptions(mine.client.articles.get(2)));
    end();
    await until(() => observer.getCurrentResult().isSuccess, "the article of the server");
    expect(observer.getCurrentResult().data?.title).toBe(old);
    open();
    await until(() => observer.getCurrentResult().data?.title === "Meanwhile", "the new title");
    const reads = mine.sent.filter((line) => !line.startsWith("GET /live"));
    expect(reads).toEqual(["GET /articles/2", "GET /articles/1"]);
  });
});

describe("connectQueries with live", () => {
  test("shows what another page wrote, and says why", async () => {
    const { page } = world();
    const [mine, other] = [page(), page()];
    const article = await mine.watch(1);
    await other.client.articles.update(1, { title: "New" });
    await until(() => article.title() === "New", "the new title");
    expect(mine.refetched.at(-1)).toEqual({
      queryKey: ["trestle", "http://localhost/api", "articles", "get", "1", {}],
      reason: "articles 1 was edited elsewhere, and this query holds it",
      cause: "notice",
      notice: { type: "articles", id: "1", op: "update", fields: ["title"] },
    });
    await other.client.articles.update(2, { title: "Another" });
    await pause(1500);
    expect(mine.sent).toEqual(["GET /articles/1"]);
  });

  test("shows the version of a resource whose links changed, so that its next edit is not refused", async () => {
    const { page } = world();
    const [mine, other] = [page(), page()];
    const article = await mine.watch(1);
    await other.client.articles.relationship(1, "tags").add([3]);
    await until(() => article.version() === 2, "the new version");
    await mine.client.articles.relationship(1, "tags").remove([3]);
    await until(() => article.version() === 3, "the version after its own write");
  });

  test("does not hear of its own writes", async () => {
    const { page } = world();
    const mine = page();
    const article = await mine.watch(1);
    const queries = mine.sent;
    await mine.client.articles.update(1, { title: "Mine" });
    await until(() => article.title() === "Mine", "the title");
    await pause(500);
    expect(queries).toEqual(["PATCH /articles/1", "GET /articles/1"]);
    expect(mine.refetched.map(({ cause }) => cause)).not.toContain("notice");
  });

  test("500 notices make a handful of refetches", async () => {
    const { page, live } = world();
    const mine = page();
    await mine.watch(1);
    for (let index = 0; index < 500; index++) {
      await live.publish({ type: "articles", id: 1, op: "update", fields: ["title"] });
      if (index % 5 === 0) await pause(5);
    }
    await pause(1500);
    expect(mine.sent.length).toBeGreaterThan(0);
    expect(mine.sent.length).toBeLessThan(6);
    expect(new Set(mine.sent)).toEqual(new Set(["GET /articles/1"]));
  });

  test("data from elsewhere that arrives later is read again, once, because its notices may be past", async () => {
    const { page } = world();
    const [mine, server] = [page(), page()];
    await mine.watch(1);
    const stateOf = async (id: number) => {
      await server.queryClient.fetchQuery(queryOptions(server.client.articles.get(id)));
      return JSON.parse(JSON.stringify(dehydrate(server.queryClient)));
    };
    const optionsOf = (id: number) => queryOptions(mine.client.articles.get(id));
    await stateOf(2);
    const old = await stateOf(3);
    await server.client.articles.update(2, { title: "Newer" });
    await server.client.articles.update(3, { title: "Newer" });
    await pause(1200); // the notices are past
    mine.sent.length = 0;
    mine.refetched.length = 0;
    hydrate(mine.queryClient, old);
    const observers = [2, 3].map((id) => new QueryObserver(mine.queryClient, optionsOf(id)));
    for (const observer of observers) onTestFinished(observer.subscribe(() => {}));
    const titles = () => observers.map((observer) => observer.getCurrentResult().data?.title);
    await until(() => titles().every((title) => title === "Newer"), "the new titles");
    await pause(1200);
    expect(mine.sent.filter((line) => /[23]$/.test(line)).sort()).toEqual(["GET /articles/2", "GET /articles/3"]);
    expect(mine.refetched.filter(({ cause }) => cause === "reset").length).toBeGreaterThanOrEqual(2);
  });

  test("data that a server streams is read again, once, because its notices may be past", async () => {
    const { page } = world();
    const [mine, other] = [page(), page()];
    await until(() => mine.own.hears && other.own.hears, "the first positions");
    const { dehydrated, end, old } = await streamed(other);
    await other.client.articles.update(1, { title: "Meanwhile" });
    await pause(500); // the page hears of it
    hydrate(mine.queryClient, dehydrated);
    const observer = new QueryObserver(mine.queryClient, queryOptions(mine.client.articles.get(1)));
    onTestFinished(observer.subscribe(() => {}));
    const titles: (string | undefined)[] = [];
    observer.subscribe(({ data }) => titles.push(data?.title));
    end();
    await until(() => observer.getCurrentResult().data?.title === "Meanwhile", "the new title");
    expect(titles).toContain(old);
    await pause(1500);
    expect(mine.sent.filter((line) => line === "GET /articles/1")).toHaveLength(1);
  });

  test("data from elsewhere is not read again if the page reads it anyway", async () => {
    const { page } = world();
    const [mine, server] = [page(), page()];
    await mine.watch(1);
    await server.queryClient.fetchQuery(queryOptions(server.client.articles.get(2)));
    hydrate(mine.queryClient, JSON.parse(JSON.stringify(dehydrate(server.queryClient))));
    const options = { ...queryOptions(mine.client.articles.get(2)), staleTime: 0 };
    onTestFinished(new QueryObserver(mine.queryClient, options).subscribe(() => {}));
    await pause(1500);
    expect(mine.sent).toEqual(["GET /articles/2"]);
  });

  test("data from elsewhere is read again after a read that was cancelled", async () => {
    const { page } = world();
    const [mine, server] = [page(), page()];
    await mine.watch(1);
    await server.queryClient.fetchQuery(queryOptions(server.client.articles.get(2)));
    hydrate(mine.queryClient, JSON.parse(JSON.stringify(dehydrate(server.queryClient))));
    const options = queryOptions(mine.client.articles.get(2));
    const read = mine.queryClient.fetchQuery({ ...options, staleTime: 0 });
    await mine.queryClient.cancelQueries({ queryKey: options.queryKey });
    await read;
    mine.sent.length = 0;
    onTestFinished(new QueryObserver(mine.queryClient, options).subscribe(() => {}));
    await until(() => mine.sent.length > 0, "the read");
    await pause(1200);
    expect(mine.sent).toEqual(["GET /articles/2"]);
  });

  test("without ids, everything of the type is stale", async () => {
    const { page, live } = world();
    const mine = page();
    await mine.watch(1);
    await live.publish({ type: "users", op: "call" });
    await pause(600);
    expect(mine.sent).toEqual([]);
    await live.publish({ type: "articles", op: "update" });
    await until(() => mine.sent.length > 0, "the refetch");
    expect(mine.refetched.at(-1)?.reason).toBe("some articles were edited elsewhere, and this query may show articles");
  });

  test("a cached document that is not valid does not lose notices", async () => {
    const { page } = world();
    const [mine, other] = [page(), page({ live: false })];
    const article = await mine.watch(1);
    const queryKey: QueryKey = queryOptions(mine.client.articles.list()).queryKey;
    mine.queryClient.setQueryData(queryKey, { data: [{ type: "articles", id: "2", relationships: { tags: null } }] });
    await other.client.articles.update(1, { title: "New" });
    await until(() => article.title() === "New", "the new title");
  });

  test("reads an infinite query again", async () => {
    const { page, live } = world();
    const mine = page();
    await mine.watch(1);
    const options = infiniteQueryOptions(mine.client.articles.list().sort("title").page({ limit: 2 }));
    const observer = new InfiniteQueryObserver(mine.queryClient, options);
    onTestFinished(observer.subscribe(() => {}));
    await until(() => observer.getCurrentResult().isSuccess, "the first page");
    await observer.fetchNextPage();
    mine.sent.length = 0;
    await live.publish({ type: "articles", id: 99, op: "create" });
    await until(() => mine.sent.length === 2, "both pages");
  });

  test("pauses while the page is hidden, and continues where it was", async () => {
    vi.stubGlobal("document", document);
    const { page } = world();
    const [mine, other] = [page(), createClientOf()];
    function createClientOf() {
      return page({ live: false }).client;
    }
    const article = await mine.watch(1);
    show("hidden");
    await until(() => mine.own.connections === 0, "the end of the connection");
    await other.articles.update(1, { title: "Meanwhile" });
    await pause(400);
    expect(article.title()).toBe("title 1");
    show("visible");
    await until(() => article.title() === "Meanwhile", "the new title");
    expect(mine.refetched.at(-1)?.cause).toBe("notice"); // and not a reset
  });

  test("a write that is done after its connection broke is heard of", async () => {
    const { page, requests } = world();
    const mine = page();
    const article = await mine.watch(1);
    const marks = () => requests.map(({ headers }) => headers.get("trestle-client")).filter((mark) => mark !== null);
    const leaving = new AbortController();
    const failed = mine.client.articles.update(1, { title: "Late" }, { signal: leaving.signal });
    leaving.abort();
    await expect(failed).rejects.toMatchObject({ code: "aborted" });
    await until(() => article.title() === "Late" || new Set(marks()).size > 1, "another mark");
    const before = marks()[0] ?? "";
    // The server finishes it now: the notice carries the mark of the write.
    await page({ live: false }).client.articles.update(
      1,
      { title: "Later" },
      { headers: { "trestle-client": before } },
    );
    await until(() => article.title() === "Later", "the late title");
  });

  test("every write has the mark of its page, an rpc without a body too", async () => {
    const { page, requests } = world();
    const mine = page();
    await mine.watch(1);
    // The API has no such rpc: what counts is what was sent.
    const { articles } = mine.client as unknown as { articles: { rpc(id: number, name: string): Promise<unknown> } };
    await articles.rpc(1, "ring").catch(() => undefined);
    const { headers } = requests.find(({ url }) => url.endsWith("/articles/1/ring")) ?? {};
    expect(headers?.get("trestle-client")).toMatch(/./);
  });

  test("a create whose response was lost is heard of, with the id that only its notice contains", async () => {
    const { page } = world(20);
    const mine = page();
    await mine.watch(1);
    const observer = new QueryObserver(mine.queryClient, queryOptions(mine.client.articles.get(6)));
    onTestFinished(observer.subscribe(() => {}));
    await until(() => observer.getCurrentResult().isError, "the 404");
    mine.own.isLost = (request) => request.method === "POST";
    await expect(mine.client.articles.create({ title: "Six", author: null })).rejects.toMatchObject({
      code: "network",
    });
    await until(() => observer.getCurrentResult().data?.title === "Six", "the article");
  });

  test("another user gets another connection, and nothing old", async () => {
    let user = "ann";
    const { page } = world();
    const mine = page({}, () => user);
    await mine.watch(1);
    user = "bob";
    await mine.queryClient.fetchQuery(queryOptions(mine.client.articles.get(2)));
    await until(() => mine.sent.some((line) => line.startsWith("GET /live?since=")), "the other connection");
    await until(() => mine.refetched.some(({ cause }) => cause === "reset"), "the reset");
  });

  test("reports an error that stays, and tries again when the page is shown", async () => {
    vi.stubGlobal("document", document);
    const errors: unknown[] = [];
    const { page } = world();
    const mine = page({ onLiveError: (error) => errors.push(error) });
    await mine.watch(1);
    mine.own.fail = () => new Response(null, { status: 404 });
    show("hidden");
    show("visible");
    await until(() => errors.length === 1, "the error");
    mine.own.fail = undefined;
    show("hidden");
    show("visible");
    await mine.connected();
    expect(errors).toMatchObject([{ response: { status: 404 } }]);
  });

  test("ends with the connection, and never begins on a server", async () => {
    const { page, live } = world();
    const mine = page();
    await mine.watch(1);
    mine.stop();
    await until(() => mine.own.connections === 0, "the end of the connection");
    await live.publish({ type: "articles", id: 1, op: "update" });
    await pause(400);
    vi.unstubAllGlobals();
    const server = page();
    await pause(100);
    expect([mine.sent, server.sent]).toEqual([[], []]);
  });
});
