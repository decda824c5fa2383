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

test.each([null, 5, "text"])("a cached document that is %o is malformed", (document) => {
  const queryClient = new QueryClient();
  const options = { ...queryOptions(client.articles.get(1)), enabled: false };
  queryClient.setQueryData(options.queryKey, document as never);
  const { error } = new QueryObserver(queryClient, options).getCurrentResult();
  expect(error).toMatchObject({ name: "Unexpected", code: "malformed" });
});
