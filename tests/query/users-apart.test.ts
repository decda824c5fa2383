import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  dehydrate,
  hydrate,
  InfiniteQueryObserver,
  keepPreviousData,
  MutationObserver,
  type MutationObserverOptions,
  onlineManager,
  QueryClient,
  QueryObserver,
} from "@tanstack/query-core";
import { type ClientOptions, createClient } from "trestle/client";
import { connectQueries, infiniteQueryOptions, mutationOptions, queryOptions } from "trestle/query";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Api } from "../support/newsroom/api.js";

await import("../../src/query/later.js"); // loaded before the first mutation

/** A server whose articles say who has read them, and in which language. */
async function start() {
  const seen: string[] = [];
  const held: (() => void)[] = [];
  const state = { isHolding: false };
  const server = createServer(({ headers, method, url }, response) => {
    const who = `${headers.authorization ?? headers.cookie ?? "nobody"} ${headers["accept-language"]?.replace("*", "-")}`; // `fetch` sends a "*" by default
    seen.push(`${method} ${who}`);
    const article = { type: "articles", id: "1", attributes: { title: who, content: "" } };
    const next = url?.includes("page") ? null : "?page=2";
    const isOne = url?.includes("/1") || method !== "GET";
    const send = () => {
      response.writeHead(200, { "content-type": "application/vnd.api+json" });
      response.end(JSON.stringify(isOne ? { data: article } : { data: [article], links: { next } }));
    };
    if (state.isHolding) held.push(send);
    else send();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const clientOf = (options: Partial<ClientOptions> = {}) => createClient<Api>({ url, ...options });
  return { url, seen, state, held, clientOf };
}

function cache() {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  onTestFinished(() => queries.clear());
  return queries;
}

const titleIn = (document: unknown) => JSON.stringify(document)?.match(/"title":"([^"]*)"/)?.[1];
const bearer = (user: string) => ({ authorization: user });

describe("caller", () => {
  test("two clients of one URL never share what they read", async () => {
    const { clientOf } = await start();
    const queries = cache();
    for (const user of ["ann", "bob", "ann"]) {
      const client = clientOf({ caller: user, headers: bearer(user) });
      expect(titleIn(await queries.fetchQuery(queryOptions(client.articles.get(1))))).toBe(`${user} -`);
      const endless = infiniteQueryOptions(client.articles.list());
      expect(titleIn(await queries.fetchInfiniteQuery(endless))).toBe(`${user} -`);
    }
    expect(queries.getQueryCache().getAll()).toHaveLength(4);
  });

  test("is part of every key, and secrets are not", async () => {
    const { clientOf, url } = await start();
    const client = clientOf({ caller: () => "7", headers: async () => bearer("token"), name: "news" });
    const state = { caller: "7" };
    expect(queryOptions(client.articles.list()).queryKey).toEqual(["trestle", "news", "articles", "list", state]);
    expect(infiniteQueryOptions(client.articles.list()).queryKey.slice(3)).toEqual(["list", state, "infinite"]);
    expect(queryOptions(client.articles.get(1)).queryKey.slice(3)).toEqual(["get", "1", state]);
    expect(queryOptions(client.articles.related(1, "author")).queryKey.slice(4)).toEqual(["1", "author", state]);
    const page = await client.articles.list();
    expect(queryOptions(page.getNext()).queryKey.at(-1)).toEqual({ caller: "7", link: "?page=2" });
    const anonymous = clientOf({ caller: null });
    expect(queryOptions(anonymous.articles.list()).queryKey).toEqual(["trestle", url, "articles", "list", {}]);
  });

  test("an account switch within one client shows nothing of the other account", async () => {
    const { clientOf, seen } = await start();
    const queries = cache();
    let user = "ann";
    const client = clientOf({ caller: () => user, headers: () => bearer(user) });
    const make = () => queryOptions(client.articles.get(1), { placeholderData: keepPreviousData });
    const observer = new QueryObserver(queries, make());
    const shown: unknown[] = [];
    onTestFinished(observer.subscribe(({ data }) => shown.push(data?.title)));
    await expect.poll(() => observer.getCurrentResult().data?.title).toBe("ann -");
    shown.length = 0;
    user = "bob";
    observer.setOptions(make());
    await expect.poll(() => observer.getCurrentResult().data?.title).toBe("bob -");
    expect(shown).not.toContain("ann -");
    expect(seen).toEqual(["GET ann -", "GET bob -"]);
  });

  test("keepPreviousData as a default of the QueryClient shows nothing of the other account", async () => {
    const { clientOf } = await start();
    const defaults = { retry: false, placeholderData: keepPreviousData as never };
    const queries = new QueryClient({ defaultOptions: { queries: defaults } });
    onTestFinished(() => queries.clear());
    queries.setQueryDefaults(["trestle"], defaults);
    let user = "ann";
    const client = clientOf({ caller: () => user, headers: () => bearer(user) });
    const make = () => queryOptions(client.articles.get(1));
    const makePages = () => infiniteQueryOptions(client.articles.list());
    const one = new QueryObserver(queries, make());
    const pages = new InfiniteQueryObserver(queries, makePages());
    const shown: (string | undefined)[] = [];
    onTestFinished(one.subscribe(({ data }) => shown.push(titleIn(data))));
    onTestFinished(pages.subscribe(({ data }) => shown.push(titleIn(data?.pages))));
    const titles = () => [one.getCurrentResult().data, pages.getCurrentResult().data?.pages].map(titleIn);
    await expect.poll(titles).toEqual(["ann -", "ann -"]);
    shown.length = 0;
    user = "bob";
    one.setOptions(make());
    pages.setOptions(makePages());
    await expect.poll(titles).toEqual(["bob -", "bob -"]);
    expect(shown).not.toContain("ann -");
  });

  test("a query of the previous account gets no data of the next account", async () => {
    const { clientOf, seen } = await start();
    const queries = cache();
    let user = "ann";
    let resolve = (_headers: Record<string, string>) => {};
    const headers = () => new Promise<Record<string, string>>((done) => (resolve = done));
    const client = clientOf({ caller: () => user, headers });
    const reading = queries.fetchQuery(queryOptions(client.articles.get(1)));
    user = "bob";
    resolve(bearer("bob"));
    await expect(reading).rejects.toMatchObject({ code: "not_sent", message: expect.stringContaining("has changed") });
    expect(seen).toEqual([]);
  });

  test("a query fails if the user changed before its async headers were made", async () => {
    const { clientOf, seen } = await start();
    const queries = cache();
    let user = "ann";
    let resolve = () => {};
    const gate = new Promise<void>((done) => (resolve = done));
    const headers = async () => {
      const own = bearer(user);
      await gate;
      return own;
    };
    const client = clientOf({ caller: () => user, headers });
    const options = queryOptions(client.articles.get(1));
    user = "bob";
    const reading = queries.fetchQuery(options);
    const refused = expect(reading).rejects.toMatchObject({ code: "not_sent" });
    await new Promise((done) => setTimeout(done));
    user = "ann";
    resolve();
    await refused;
    expect(seen).toEqual([]);
  });

  const changed = {
    name: "Unexpected",
    code: "not_sent",
    message: expect.stringContaining(`"caller" or a header in "vary" has changed since`),
  };

  test.each([true, false])("a write of one account is not sent as another, optimistic: %s", async (optimistic) => {
    const { clientOf, seen } = await start();
    const queries = cache();
    let user = "ann";
    const client = clientOf({ caller: () => user, headers: () => bearer(user) });
    const { articles } = client;
    const run = <TData, TError, T>(options: MutationObserverOptions<TData, TError, T>, variables: T) =>
      new MutationObserver(queries, options).mutate(variables);
    const writes = [
      () => run(mutationOptions(articles, "update", { optimistic }), { id: 1, title: "Now" }),
      () => run(mutationOptions(articles, "delete", { optimistic }), 1),
      () => run(mutationOptions(articles, "add", "categories", { optimistic }), { id: 1, related: [1] }),
      () => run(mutationOptions(articles, "create"), { title: "New", content: "", author: 1 } as never),
      () => run(mutationOptions(articles, "rpc", "publish", { method: "PUT" }), { id: 1 }),
    ];
    for (const write of writes) {
      user = "ann";
      const written = write();
      user = "bob";
      await expect(written).rejects.toMatchObject(changed);
    }
    expect(seen).toEqual([]);
  });

  test("a write is neither shown nor sent if the account changes while the code that shows it loads", async () => {
    vi.resetModules(); // so that it is loaded anew
    const fresh = await import("../../src/query/index.js");
    const { createClient } = await import("../../src/client/index.js");
    const { url, seen } = await start();
    const queries = cache();
    let user = "bob";
    const client = createClient<Api>({ url, caller: () => user, headers: () => bearer(user) });
    const his = fresh.queryOptions(client.articles.get(1));
    await queries.prefetchQuery(his);
    const shown: unknown[] = [];
    onTestFinished(queries.getQueryCache().subscribe(() => shown.push(titleIn(queries.getQueryData(his.queryKey)))));
    user = "ann";
    const options = fresh.mutationOptions(client.articles, "update", { optimistic: true });
    const written = new MutationObserver(queries, options).mutate({ id: 1, title: "Hers" });
    user = "bob";
    await expect(written).rejects.toMatchObject(changed);
    expect(shown).not.toContain("Hers");
    expect(seen).toEqual(["GET bob -"]);
  });

  test("a write that waits for the network is not sent by the next account", async () => {
    const { clientOf, seen } = await start();
    const queries = cache();
    let user = "ann";
    const client = clientOf({ caller: () => user, headers: () => bearer(user) });
    onTestFinished(() => onlineManager.setOnline(true));
    onlineManager.setOnline(false);
    const update = new MutationObserver(queries, mutationOptions(client.articles, "update"));
    const written = update.mutate({ id: 1, title: "Now" });
    const refused = expect(written).rejects.toMatchObject(changed);
    await expect.poll(() => update.getCurrentResult().isPaused).toBe(true);
    user = "bob";
    onlineManager.setOnline(true);
    await queries.resumePausedMutations();
    await refused;
    expect(seen).toEqual([]);
  });

  test("a default onMutate of the QueryClient still runs, and the one of the settings replaces it", async () => {
    const { clientOf } = await start();
    const calls: string[] = [];
    const onMutate = () => void calls.push("default");
    const queries = new QueryClient({ defaultOptions: { mutations: { onMutate } } });
    onTestFinished(() => queries.clear());
    const { articles } = clientOf({ caller: "ann" });
    await new MutationObserver(queries, mutationOptions(articles, "delete")).mutate(1);
    const own = mutationOptions(articles, "delete", { onMutate: () => void calls.push("own") });
    await new MutationObserver(queries, own).mutate(1);
    expect(calls).toEqual(["default", "own"]);
  });

  test("survives hydration", async () => {
    const { clientOf, seen } = await start();
    const server = cache();
    const of = (user: string) => clientOf({ caller: user, headers: bearer(user) });
    await server.prefetchQuery(queryOptions(of("ann").articles.get(1)));
    const browser = cache();
    hydrate(browser, JSON.parse(JSON.stringify(dehydrate(server))));
    expect(browser.getQueryData(queryOptions(of("ann").articles.get(1)).queryKey)).toBeDefined();
    expect(browser.getQueryData(queryOptions(of("bob").articles.get(1)).queryKey)).toBeUndefined();
    expect(browser.getQueryData(queryOptions(clientOf().articles.get(1)).queryKey)).toBeUndefined();
    expect(seen).toHaveLength(1);
  });

  test("an optimistic change is shown to its own user, and includes no resource of another user", async () => {
    const { clientOf, state, held } = await start();
    const queries = cache();
    const [ann, bob] = ["ann", "bob"].map((user) => clientOf({ caller: user, headers: bearer(user) }));
    if (!ann || !bob) throw new Error("two clients");
    const [hers, his] = [queryOptions(ann.articles.get(1)), queryOptions(bob.articles.get(1))];
    await queries.prefetchQuery(hers);
    await queries.prefetchQuery(his);
    state.isHolding = true;
    const update = new MutationObserver(queries, mutationOptions(ann.articles, "update", { optimistic: true }));
    const done = update.mutate({ id: 1, title: "Now" });
    await expect.poll(() => titleIn(queries.getQueryData(hers.queryKey))).toBe("Now");
    expect(titleIn(queries.getQueryData(his.queryKey))).toBe("bob -");
    await expect.poll(() => held.length).toBe(1);
    held[0]?.();
    await done;
  });

  test("a write of one user also refetches the queries of another", async () => {
    const { clientOf } = await start();
    const queries = cache();
    const [ann, bob] = [clientOf({ caller: "ann" }), clientOf({ caller: "bob", headers: bearer("bob") })];
    onTestFinished(connectQueries(queries, ann));
    const his = queryOptions(bob.articles.get(1));
    await queries.prefetchQuery(his);
    await ann.articles.update(1, { title: "Now" });
    await expect.poll(() => queries.getQueryState(his.queryKey)?.isInvalidated).toBe(true);
  });
});

describe("without a caller", () => {
  const refusal =
    /^trestle\/query: the client sends the header "(authorization|cookie|x-tenant)", so keys must contain the user/;
  test.each<[string, ClientOptions["headers"]]>([
    ["authorization", { authorization: "ann" }],
    ["a cookie", new Headers({ cookie: "sid=1" })],
    ["pairs", [["X-Tenant", "1"]]],
    ["a function", () => ({ authorization: "ann" })],
  ])("headers without caller throw: %s", async (_name, headers) => {
    const { clientOf } = await start();
    const client = clientOf({ headers });
    expect(() => queryOptions(client.articles.get(1))).toThrow(refusal);
    expect(() => infiniteQueryOptions(client.articles.list())).toThrow(refusal);
    await expect(client.articles.get(1)).resolves.toBeDefined(); // the client alone needs none
  });

  test("an async function throws", async () => {
    const { clientOf } = await start();
    const rejected = clientOf({ headers: () => Promise.reject(new Error("no token")) });
    expect(() => queryOptions(rejected.articles.get(1))).toThrow(/"headers" of createClient is async/);
    const varied = clientOf({ caller: "7", vary: ["x-a"], headers: async () => ({}) });
    expect(() => queryOptions(varied.articles.get(1))).toThrow(/"headers" of createClient is async/);
  });

  test("headers that appear only when a request is sent stop it", async () => {
    const { clientOf, seen } = await start();
    let headers: Record<string, string> = {};
    const client = clientOf({ headers: () => headers });
    const options = queryOptions(client.articles.get(1));
    headers = bearer("ann");
    await expect(cache().fetchQuery(options)).rejects.toMatchObject({ code: "not_sent", status: 0 });
    expect(seen).toEqual([]);
  });

  test.each([null, undefined, ""])(
    "a caller that is %j does not stand for somebody who is signed in",
    async (caller) => {
      const { clientOf, seen } = await start();
      const fixed = clientOf({ caller, headers: bearer("ann") });
      expect(() => queryOptions(fixed.articles.get(1))).toThrow(
        /sends the header "authorization", (but "caller" gives no user|so keys must contain the user)/,
      );
      const late = clientOf({ caller: () => caller, headers: async () => bearer("ann") });
      await expect(cache().fetchQuery(queryOptions(late.articles.get(1)))).rejects.toMatchObject({ code: "not_sent" });
      expect(seen).toEqual([]);
    },
  );

  test.each([7, Promise.resolve("7"), {}])("a caller of %o throws", async (caller) => {
    const { clientOf } = await start();
    const client = clientOf({ caller: () => caller as never });
    expect(() => queryOptions(client.articles.get(1))).toThrow(
      /^createClient: caller must be a string, null or undefined/,
    );
  });
});

test("an unknown caller is not the anonymous one", async () => {
  const { clientOf } = await start();
  const client = clientOf({ caller: undefined, headers: { "x-tenant": "1" } });
  expect(() => queryOptions(client.articles.get(1))).toThrow(/so keys must contain the user/);
  expect(() => queryOptions(clientOf({ caller: null, headers: { "x-app": "1" } }).articles.get(1))).not.toThrow();
});

describe("vary", () => {
  test("the values of its headers are part of the key, also for the headers of one read", async () => {
    const { clientOf } = await start();
    const queries = cache();
    let language = "de";
    const client = clientOf({ vary: ["Accept-Language"], headers: () => ({ "accept-language": language }) });
    const keyOf = (options: { queryKey: readonly unknown[] }) => options.queryKey.at(-1);
    const german = queryOptions(client.articles.get(1));
    expect(keyOf(german)).toEqual({ vary: { "accept-language": "de" } });
    expect(titleIn(await queries.fetchQuery(german))).toBe("nobody de");
    const french = queryOptions(client.articles.get(1, { headers: { "Accept-Language": "fr" } }));
    expect(keyOf(french)).toEqual({ vary: { "accept-language": "fr" } });
    expect(titleIn(await queries.fetchQuery(french))).toBe("nobody fr");
    language = "en";
    expect(titleIn(await queries.fetchQuery(queryOptions(client.articles.get(1))))).toBe("nobody en");
    queries.removeQueries();
    await expect(queries.fetchQuery(german)).rejects.toMatchObject({ code: "not_sent" });
  });

  test("a header of one read that it does not list throws", async () => {
    const { clientOf } = await start();
    const client = clientOf({ caller: "ann" });
    for (const name of ["authorization", "x-tenant"]) {
      const read = client.articles.get(1, { headers: { [name]: "x" } });
      expect(() => queryOptions(read)).toThrow(`trestle/query: the header "${name}" of this read is in no key.`);
    }
    expect(() => queryOptions(client.articles.get(1, { headers: { "x-tenant": undefined } }))).not.toThrow();
  });

  test.each(["Authorization", "cookie", "proxy-authorization", "x-api-key", "X-Auth-Token"])(
    "%s is refused",
    async (name) => {
      const { clientOf } = await start();
      const client = clientOf({ vary: ["accept-language", name] });
      expect(() => queryOptions(client.articles.get(1))).toThrow(`createClient: vary must not contain "${name}"`);
    },
  );
});

test("a query client throws for two APIs with the same name and caller", async () => {
  const [here, there] = [await start(), await start()];
  const queries = cache();
  const of = ({ clientOf }: typeof here, caller: string) => clientOf({ name: "news", caller });
  await queries.fetchQuery(queryOptions(of(here, "ann").articles.get(1)));
  await queries.fetchQuery(queryOptions(of(there, "bob").articles.get(1)));
  await queries.fetchQuery(queryOptions(of(here, "ann").articles.list()));
  const message = `trestle/query: two clients have the name "news" and the same caller, but read ${here.url} and ${there.url}. Give them different names.`;
  await expect(queries.fetchQuery(queryOptions(of(there, "ann").articles.list().page({ limit: 1 })))).rejects.toThrow(
    message,
  );
  expect(() => connectQueries(queries, of(there, "ann"))).toThrow(message);
  expect(there.seen).toHaveLength(1);
});
