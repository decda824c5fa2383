import { dehydrate, hydrate, InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/query-core";
import { createClient } from "trestle/client";
import { infiniteQueryOptions, queryOptions } from "trestle/query";
import { describe, expect, test, vi } from "vitest";
import type { Api } from "../support/newsroom/api.js";
import { FILE_ID } from "../support/newsroom/store.js";
import { newsroom } from "./newsroom.js";

describe("a query", () => {
  test("returns the same as awaiting the read, for every kind of read", async () => {
    const { client, watch } = newsroom();
    const list = client.articles.list().include("author").sort("-title").page({ limit: 3 });
    expect((await watch(queryOptions(list))).data).toEqual(await list);
    expect((await watch(queryOptions(client.articles.get(1)))).data).toEqual(await client.articles.get(1));
    const found = client.articles.find({ title__contains: "Learning Zod 17" });
    expect((await watch(queryOptions(found))).data).toEqual(await found);
    expect((await watch(queryOptions(client.articles.related(1, "author")))).data?.username).toBe("ann");
    expect((await watch(queryOptions(client.articles.related(4, "author")))).data).toBeNull();
    const linkage = await watch(queryOptions(client.articles.relationship(1, "categories").get()));
    expect(linkage.data).toEqual([{ type: "categories", id: "1" }]);
    expect((await watch(queryOptions(list, { select: (page) => page.length }))).data).toBe(3);
  });

  test("fails with the client's error, for an error response and for a find without a result", async () => {
    const { client, watch } = newsroom();
    expect((await watch(queryOptions(client.articles.get(999)))).error).toMatchObject({
      status: 404,
      code: "not_found",
    });
    const found = await watch(queryOptions(client.articles.find({ title__contains: "Zod" })));
    expect(found.error).toMatchObject({ code: "ambiguous" });
  });

  test("find and list share a response, and return different data", async () => {
    const { client, watch, sent } = newsroom();
    const filter = { title__contains: "Learning Zod 17" };
    const list = await watch(queryOptions(client.articles.list().filter(filter)));
    const one = await watch(queryOptions(client.articles.find(filter)));
    expect([list.data?.length, one.data?.title]).toEqual([1, "Learning Zod 17"]);
    expect(sent).toHaveLength(1);
  });

  test("an equal response gives the same object and renders nothing; in a different one, equal rows are the same objects", async () => {
    const { client, queryClient, watch, idle, store } = newsroom();
    const options = queryOptions(client.files.list().include("owner"));
    const list = await watch(options);
    const before = list.data!;
    await queryClient.refetchQueries();
    await idle();
    expect(list.data).toBe(before);
    expect(new Set(list.results)).toEqual(new Set([before]));
    store.files.set(FILE_ID, { ...store.files.get(FILE_ID)!, name: "other.jpg" });
    await queryClient.refetchQueries();
    expect(list.data).not.toBe(before);
    expect(list.data![0]).toMatchObject({ name: "other.jpg", bytes: 9007199254740993n });
    expect(list.data![0]!.owner).toBe(before[0]!.owner);
    expect(list.data![0]!.uploaded_at).toBe(before[0]!.uploaded_at);
    expect(list.data![1]).toBe(before[1]);
  });

  test("`select` runs once per response, and equal results stay the same object", async () => {
    const { client, queryClient, watch, store } = newsroom();
    const select = vi.fn((page: readonly { title: string }[]) => page.map(({ title }) => ({ title })));
    const make = () => queryOptions(client.articles.list().page({ limit: 3 }), { select });
    const list = await watch(make());
    await watch(make());
    expect(select).toHaveBeenCalledTimes(1);
    const before = list.data;
    store.articles.set(1, { ...store.articles.get(1)!, content: "Other" });
    await queryClient.refetchQueries();
    expect(select).toHaveBeenCalledTimes(2);
    expect(list.data).toBe(before);
  });

  test("an aborted query aborts its request", async () => {
    const { client, queryClient, hold } = newsroom();
    const gate = hold("GET");
    const observer = new QueryObserver(queryClient, queryOptions(client.articles.get(1)));
    const stop = observer.subscribe(() => {});
    await gate.isThere;
    stop();
    expect(queryClient.isFetching()).toBe(0);
    gate.open();
  });
});

describe("a key", () => {
  const client = createClient<Api>({ url: "https://example.org/api/" });
  const keyOf = (read: Parameters<typeof queryOptions>[0]) => queryOptions(read).queryKey;

  test("is readable, and plain JSON", () => {
    const list = client.files.list().filter({ bytes__gte: 5n, uploaded_at__gte: new Date(0), id__in: ["a", "b"] });
    expect(keyOf(list.sort("-uploaded_at").include("owner"))).toEqual([
      "trestle",
      "https://example.org/api",
      "files",
      "list",
      {
        filter: { bytes__gte: "5", uploaded_at__gte: "1970-01-01T00:00:00.000Z", id__in: "a,b" },
        sort: ["-uploaded_at"],
        include: ["owner"],
      },
    ]);
    expect(keyOf(client.articles.get(1)).slice(2)).toEqual(["articles", "get", "1", {}]);
    expect(keyOf(client.articles.related(1, "author")).slice(2)).toEqual(["articles", "related", "1", "author", {}]);
    expect(keyOf(client.articles.relationship(1, "author").get()).slice(2)).toEqual([
      ...["articles", "relationship", "1", "author"],
      {},
    ]);
    expect(infiniteQueryOptions(client.articles.list()).queryKey.slice(2)).toEqual([
      "articles",
      "list",
      {},
      "infinite",
    ]);
  });

  test("is the same for equal reads, and different for others", () => {
    const list = client.articles.list();
    const same = (a: Parameters<typeof queryOptions>[0], b: Parameters<typeof queryOptions>[0]) =>
      expect(keyOf(a)).toEqual(keyOf(b));
    same(list.include("author", "categories"), list.include("categories").include("author", "author"));
    same(list.include("author__articles"), list.include("author", "author__articles"));
    same(list.filter({ author: 1 }), list.filter({ author: 2 }).filter({ author: 1, published: undefined }));
    same(list.filter({}).sort(), list);
    const shown = list.filter({ author: 1, published: true }).sort("-created_at").page({ offset: 20, limit: 10 });
    same(list.fromSearch(shown.toSearch()), shown);
    same(client.articles.get(1), client.articles.get("1"));
    same(
      list.fields({ articles: ["title", "content"], users: ["email"] }),
      list.fields({ users: ["email"], articles: ["content", "title"] }),
    );
    expect(keyOf(list.sort("title", "created_at"))).not.toEqual(keyOf(list.sort("created_at", "title")));
    expect(keyOf(list.fields({ articles: [] }))).not.toEqual(keyOf(list));
  });

  test("begins with the client's name, if it has one", () => {
    const named = createClient<Api>({ url: "http://internal/api", name: "newsroom" });
    expect(keyOf(named.articles.list())[1]).toBe("newsroom");
  });
});

describe("an infinite query", () => {
  test("follows the links in both directions", async () => {
    const { client, queryClient, idle } = newsroom();
    const list = client.articles.list().page({ limit: 10 });
    const observer = new InfiniteQueryObserver(queryClient, infiniteQueryOptions(list, { maxPages: 2 }));
    observer.subscribe(() => {});
    await idle();
    await observer.fetchNextPage();
    await observer.fetchNextPage();
    const { data, hasNextPage, hasPreviousPage } = observer.getCurrentResult();
    expect(data?.pages.map((page) => [page[0]?.id, page.length, page.hasNext()])).toEqual([
      ["11", 10, true],
      ["21", 5, false],
    ]);
    expect([hasNextPage, hasPreviousPage]).toEqual([false, true]);
    await observer.fetchPreviousPage();
    expect(observer.getCurrentResult().data?.pages[0]?.[0]?.id).toBe("1");
    const before = observer.getCurrentResult().data;
    await observer.refetch();
    expect(observer.getCurrentResult().data).toBe(before);
  });
});

test("data that a server read works in the browser: dates are dates, and pages have their links", async () => {
  const { client, queryClient, store } = newsroom();
  const list = client.articles.list().include("author").page({ limit: 10 });
  await queryClient.prefetchQuery(queryOptions(list));
  await queryClient.prefetchQuery(queryOptions(client.files.list()));
  await queryClient.prefetchInfiniteQuery(infiniteQueryOptions(client.articles.list().page({ limit: 5 })));
  const state = JSON.parse(JSON.stringify(dehydrate(queryClient)));

  const browser = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  hydrate(browser, state);
  const page = new QueryObserver(browser, queryOptions(list)).getCurrentResult().data!;
  expect(page).toEqual(await list);
  expect(page[0]!.created_at).toEqual(store.articles.get(1)!.created_at);
  expect((await page.getNext())[0]?.id).toBe("11");
  const files = new QueryObserver(browser, queryOptions(client.files.list())).getCurrentResult().data!;
  expect([files[0]!.bytes, files[0]!.uploaded_at]).toEqual([9007199254740993n, new Date("2026-02-03T04:05:06.789Z")]);
  const endless = new InfiniteQueryObserver(browser, infiniteQueryOptions(client.articles.list().page({ limit: 5 })));
  await endless.fetchNextPage();
  expect(endless.getCurrentResult().data?.pages.map((each) => each[0]?.id)).toEqual(["1", "6"]);
});
