import { getEventListeners } from "node:events";
import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/query-core";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { connectQueries, infiniteQueryOptions, queryOptions } from "trestle/query";
import { describe, expect, onTestFinished, test } from "vitest";
import { type SharedApi, sharedApi } from "../live/convergence/api.js";
import { until } from "../support/every-server.js";

/** A page whose responses arrive when the test says so. */
function world() {
  const handle = fetchHandler(sharedApi(), { prefix: "/api" });
  /** Responses that are ready. Undefined while responses arrive by themselves. */
  let held: ((isLost: boolean) => void)[] | undefined;
  const sent: string[] = [];
  const client = createClient<SharedApi>({
    url: "http://localhost/api",
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      sent.push(`${request.method} ${decodeURIComponent(pathname.slice(4) + search)}`);
      const { status, headers, body } = await handle(request);
      const bytes = body && (await new Response(body).arrayBuffer());
      const response = new Response(bytes, { status, headers });
      const isLost = held && request.method === "GET" && (await new Promise<boolean>((resolve) => held?.push(resolve)));
      if (isLost) throw new TypeError("The response was lost.");
      return response;
    },
  });
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  onTestFinished(connectQueries(queryClient, client));
  onTestFinished(() => queryClient.clear());
  const arrive = (isLost = false) => {
    const ready = held ?? [];
    held = undefined;
    for (const resolve of ready) resolve(isLost);
  };
  const hold = () => {
    held = [];
    onTestFinished(() => arrive());
  };
  const isReady = (count: number) => until(() => held?.length === count, `${count} responses that wait`);
  return { client, queryClient, sent, hold, arrive, isReady };
}

function pagesOf({ client, queryClient }: ReturnType<typeof world>, settings: { enabled?: boolean } = {}) {
  const options = { ...infiniteQueryOptions(client.articles.list().sort("rank").page({ limit: 2 })), ...settings };
  const observer = new InfiniteQueryObserver(queryClient, options);
  const titles = () => observer.getCurrentResult().data?.pages.flatMap((page) => page.map(({ title }) => title));
  return { observer, titles };
}

describe("a page that is added to an infinite query", () => {
  test("does not replace a refetch of the others", async () => {
    const page = world();
    const { observer, titles } = pagesOf(page);
    onTestFinished(observer.subscribe(() => {}));
    await until(() => titles()?.length === 2, "the first page");
    page.hold();
    await page.client.articles.update(1, { title: "New" });
    await page.isReady(1); // the refetch
    const added = observer.fetchNextPage();
    await page.isReady(2);
    page.arrive();
    await added;
    await until(() => titles()?.[0] === "New", "the new title");
    expect(titles()).toEqual(["New", "title 2", "title 3", "title 4"]);
  });

  test("is not thrown away for a refetch of the others", async () => {
    const page = world();
    const { observer, titles } = pagesOf(page);
    onTestFinished(observer.subscribe(() => {}));
    await until(() => titles()?.length === 2, "the first page");
    page.hold();
    const added = observer.fetchNextPage();
    await page.isReady(1);
    await page.client.articles.update(1, { title: "New" });
    page.arrive();
    await added;
    await until(() => titles()?.[0] === "New", "the new title");
    expect(titles()).toEqual(["New", "title 2", "title 3", "title 4"]);
  });

  test("leaves the others stale where they are not refetched", async () => {
    const page = world();
    const { observer, titles } = pagesOf(page, { enabled: false });
    onTestFinished(observer.subscribe(() => {}));
    await observer.refetch();
    await page.client.articles.update(1, { title: "New" });
    await until(() => observer.getCurrentQuery().state.isInvalidated, "the mark");
    await observer.fetchNextPage();
    expect(titles()).toEqual(["title 1", "title 2", "title 3", "title 4"]);
    expect(observer.getCurrentQuery().state.isInvalidated).toBe(true);
  });

  test("leads to a refetch of the others if it fails", async () => {
    const page = world();
    const { observer, titles } = pagesOf(page);
    onTestFinished(observer.subscribe(() => {}));
    await until(() => titles()?.length === 2, "the first page");
    page.hold();
    await page.client.articles.update(1, { title: "New" });
    await page.isReady(1); // the refetch
    const added = observer.fetchNextPage();
    await page.isReady(2);
    page.arrive(true);
    await added;
    await until(() => titles()?.[0] === "New", "the new title");
  });

  test("leads to a refetch of the others if it is cancelled", async () => {
    const page = world();
    const { observer, titles } = pagesOf(page);
    onTestFinished(observer.subscribe(() => {}));
    await until(() => titles()?.length === 2, "the first page");
    page.hold();
    const added = observer.fetchNextPage();
    await page.isReady(1);
    await page.client.articles.update(1, { title: "New" });
    await until(() => observer.getCurrentQuery().state.isInvalidated, "the mark");
    await page.queryClient.cancelQueries();
    page.arrive();
    await added.catch(() => {});
    await until(() => titles()?.[0] === "New", "the new title");
  });
});

test("a response that is being stored while its query becomes stale is not the last", async () => {
  for (let ticks = -60; ticks < 60; ticks++) {
    let answer = (_: Response) => {};
    let reads = 0;
    const bodyOf = (title: string) => JSON.stringify({ data: { type: "articles", id: "1", attributes: { title } } });
    const response = (title: string) =>
      new Response(bodyOf(title), { headers: { "content-type": "application/vnd.api+json" } });
    let written: ((response: Response) => void) | undefined;
    const client = createClient<SharedApi>({
      url: "http://localhost/api",
      fetch: (request) => {
        if (request.method !== "GET") return new Promise((resolve) => (written = resolve));
        if (reads++ > 0) return Promise.resolve(response("New"));
        return new Promise((resolve) => (answer = resolve));
      },
    });
    const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 1e9 } } });
    const stop = connectQueries(queryClient, client);
    const observer = new QueryObserver(queryClient, queryOptions(client.articles.get(1)));
    const leave = observer.subscribe(() => {});
    const write = client.articles.update(1, { title: "New" });
    await until(() => reads === 1 && written !== undefined, "the requests");
    const both = [() => answer(response("Old")), () => written?.(response("New"))];
    if (ticks < 0) both.reverse();
    both[0]?.();
    for (let tick = 0; tick < Math.abs(ticks); tick++) await undefined;
    both[1]?.();
    await write;
    await until(() => observer.getCurrentResult().data?.title === "New", `the new title after ${ticks} ticks`);
    leave();
    stop();
    queryClient.clear();
  }
});

// TanStack Query listens once for each page that it reads, and for each attempt.
test("the pages of one fetch share one listener of the client, which ends with them", async () => {
  const { client, queryClient } = world();
  const signals = new Set<AbortSignal>();
  const most: number[] = [];
  const { queryFn, ...options } = infiniteQueryOptions(client.articles.list().sort("rank").page({ limit: 1 }));
  const { pages } = await queryClient.fetchInfiniteQuery({
    ...options,
    pages: 5,
    async queryFn(context) {
      signals.add(context.signal);
      const page = queryFn(context);
      most.push(getEventListeners(context.signal, "abort").length);
      return page;
    },
  });
  expect(pages).toHaveLength(5);
  expect(most).toEqual([2, 3, 4, 5, 6]);
  expect([...signals].map((signal) => getEventListeners(signal, "abort").length)).toEqual([5]);
});
