import { QueryClient, QueryObserver, MutationObserver, InfiniteQueryObserver } from "@tanstack/query-core";
import { test, expect } from "vitest";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { connectQueries, queryOptions, infiniteQueryOptions, mutationOptions } from "trestle/query";
import { Store } from "../support/newsroom/store.js";
import { api, type Api } from "../support/newsroom/api.js";
import { t } from "../support/newsroom/trestle.js";

test("reads, infinite reads and writes, and what they make stale", async () => {
  const store = new Store();
  const handle = fetchHandler(api, {
    prefix: "/api",
    context: t.context((_r: Request) => ({ store, user: "editor" })),
  });
  const client = createClient<Api>({ url: "http://x/api", fetch: handle });
  const qc = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const log: unknown[] = [];
  connectQueries(qc, client, { onRefetch: (r) => log.push(r) });
  const options = queryOptions(client.articles.list().include("author").filter({ author: 1 }), {
    select: (page) => page.length,
  });
  const o = new QueryObserver(qc, options);
  const stop = o.subscribe(() => {});
  await o.refetch();
  expect(o.getCurrentResult().data).toBe(7);
  const m = new MutationObserver(qc, mutationOptions(client.articles, "update"));
  await m.mutate({ id: 2, author: 1 });
  await new Promise((r) => setTimeout(r, 30));
  expect(o.getCurrentResult().data).toBe(8);
  expect(log).toHaveLength(1);
  const inf = infiniteQueryOptions(client.articles.list().page({ limit: 10 }));
  const io = new InfiniteQueryObserver(qc, inf);
  io.subscribe(() => {});
  await io.refetch();
  await io.fetchNextPage();
  await io.fetchNextPage();
  expect(io.getCurrentResult().data?.pages.map((p) => p.length)).toEqual([10, 10, 5]);
  expect(io.getCurrentResult().hasNextPage).toBe(false);
  stop();
});
