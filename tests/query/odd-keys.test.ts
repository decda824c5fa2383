import { QueryClient, QueryObserver } from "@tanstack/query-core";
import { createClient } from "trestle/client";
import { queryOptions } from "trestle/query";
import { expect, test } from "vitest";
import type { Api } from "../support/newsroom/api.js";

const client = createClient<Api>({ url: "http://localhost/api" });

test("an empty page and no page are different requests with different keys", () => {
  const keys = ["", []].map((page) => queryOptions(client.articles.list().page(page as never)).queryKey);
  const none = queryOptions(client.articles.list()).queryKey;
  for (const key of keys) expect(key.at(-1)).toEqual({ page: "" });
  expect(none.at(-1)).toEqual({});
});

test("the queries of includes are in the key by path, as they are sent, without those that ask for nothing", () => {
  // biome-ignore lint/suspicious/noExplicitAny: this API has no list for includes
  const list = client.articles.list() as any;
  const some = list.includeSome({
    comments: { filter: { open: true, created__gte: new Date(0), text: undefined }, sort: ["-created"], limit: 3 },
    author__articles: { limit: 1 },
  });
  const key = queryOptions(some).queryKey;
  expect(key.at(-1)).toEqual({
    include: ["author__articles", "comments"],
    includeQueries: {
      author__articles: { limit: "1" },
      comments: { filter: { open: "true", created__gte: "1970-01-01T00:00:00.000Z" }, sort: ["-created"], limit: "3" },
    },
  });
  const { includeQueries } = key.at(-1) as { includeQueries: object };
  expect(Object.keys(includeQueries)).toEqual(["author__articles", "comments"]);
  const base = list.include("comments", "author__articles");
  expect(queryOptions(base.fromSearch(some.toSearch())).queryKey).toEqual(key);
  const nothing = list.includeSome({ comments: { filter: {}, sort: [] }, author__articles: undefined });
  expect(queryOptions(nothing).queryKey).toEqual(queryOptions(base).queryKey);
  const replaced = list.includeSome({ comments: { limit: 1 } }).includeSome({ comments: { limit: 2 } });
  expect(queryOptions(replaced).queryKey.at(-1)).toMatchObject({ includeQueries: { comments: { limit: "2" } } });
});

test.each([null, 5, "text"])("a cached document that is %o is malformed", (document) => {
  const queryClient = new QueryClient();
  const options = { ...queryOptions(client.articles.get(1)), enabled: false };
  queryClient.setQueryData(options.queryKey, document as never);
  const { error } = new QueryObserver(queryClient, options).getCurrentResult();
  expect(error).toMatchObject({ name: "Unexpected", code: "malformed" });
});
