import * as core from "@tanstack/query-core";
import * as react from "@tanstack/react-query";
import * as solid from "@tanstack/solid-query";
import * as svelte from "@tanstack/svelte-query";
import * as vue from "@tanstack/vue-query";
import { expectTypeOf, test } from "vitest";
import { createClient, type Item, type Page } from "../../src/client/index.js";
import { infiniteQueryOptions, mutationOptions, queryOptions } from "../../src/query/index.js";
import type { Api } from "../client/api.js";

const client = createClient<Api>({ url: "https://example.org/api" });
const list = queryOptions(client.articles.list().include("author"));
const endless = infiniteQueryOptions(client.articles.list());
const update = mutationOptions(client.articles, "update", { optimistic: true });
type Articles = Page<Api, "articles", "author">;

test("React", () => {
  const { data, error } = react.useQuery(list);
  expectTypeOf(data).toEqualTypeOf<Articles | undefined>();
  if (error?.status === 400) expectTypeOf(error.code).toExtend<string>();
  expectTypeOf(react.useSuspenseQuery(list).data).toEqualTypeOf<Articles>();
  expectTypeOf(react.useQuery({ ...list, placeholderData: react.keepPreviousData }).data).toEqualTypeOf<
    Articles | undefined
  >();
  const counts = react.useQueries({
    queries: [list, queryOptions(client.users.list(), { select: (page) => page.length })],
  });
  expectTypeOf(counts[1].data).toEqualTypeOf<number | undefined>();
  expectTypeOf(react.useInfiniteQuery(endless).data?.pages[0]?.[0]?.title).toEqualTypeOf<string | undefined>();
  expectTypeOf(react.useSuspenseInfiniteQuery(endless).data.pages).toEqualTypeOf<Page<Api, "articles">[]>();
  const { mutate, data: updated } = react.useMutation(update);
  mutate({ id: 1, title: "x" });
  expectTypeOf(updated).toEqualTypeOf<Item<Api, "articles"> | undefined>();
  // @ts-expect-error no such field
  mutate({ id: 1, titel: "x" });
});

test("query-core", () => {
  const queries = new core.QueryClient();
  expectTypeOf(new core.QueryObserver(queries, list).getCurrentResult().data).toEqualTypeOf<Articles | undefined>();
  expectTypeOf(new core.InfiniteQueryObserver(queries, endless).getCurrentResult().data?.pages).toEqualTypeOf<
    Page<Api, "articles">[] | undefined
  >();
  void new core.MutationObserver(queries, update).mutate({ id: 1, title: "x" });
  void queries.prefetchQuery(list);
  void queries.prefetchInfiniteQuery(endless);
  queryOptions(client.articles.list(), {
    staleTime: 1000,
    retry: false,
    throwOnError: (error) => error.status === 404,
  });
});

test("Vue", () => {
  expectTypeOf(vue.useQuery(list).data.value).toEqualTypeOf<Articles | undefined>();
  expectTypeOf(vue.useInfiniteQuery(endless).data.value?.pages).toEqualTypeOf<Page<Api, "articles">[] | undefined>();
  vue.useMutation(update).mutate({ id: 1, title: "x" });
});

test("Solid", () => {
  expectTypeOf(solid.useQuery(() => list).data).toEqualTypeOf<Articles | undefined>();
  expectTypeOf(solid.useInfiniteQuery(() => endless).data?.pages).toEqualTypeOf<Page<Api, "articles">[] | undefined>();
  solid.useMutation(() => update).mutate({ id: 1, title: "x" });
});

test("Svelte", () => {
  expectTypeOf(svelte.createQuery(() => list).data).toEqualTypeOf<Articles | undefined>();
  expectTypeOf(svelte.createInfiniteQuery(() => endless).data?.pages).toEqualTypeOf<
    Page<Api, "articles">[] | undefined
  >();
  svelte.createMutation(() => update).mutate({ id: 1, title: "x" });
});
