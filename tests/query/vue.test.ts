import { QueryClient, useInfiniteQuery, useMutation, useQuery } from "@tanstack/vue-query";
import { connectQueries, infiniteQueryOptions, mutationOptions, queryOptions } from "trestle/query";
import { expect, onTestFinished, test, vi } from "vitest";
import { effectScope } from "vue";
import { newsroom } from "./newsroom.js";
import { PATIENCE } from "../support/patience.js";

test("Vue's Query accepts the options, and shows a write's change", async () => {
  const { client } = newsroom();
  const queries = new QueryClient();
  onTestFinished(connectQueries(queries, client));
  const scope = effectScope();
  onTestFinished(() => scope.stop());
  const shown = scope.run(() => ({
    one: useQuery(queryOptions(client.articles.get(1).include("author")), queries),
    all: useInfiniteQuery(infiniteQueryOptions(client.articles.list()), queries),
    update: useMutation(mutationOptions(client.articles, "update", { optimistic: true }), queries),
  }));
  if (shown === undefined) throw new Error("the scope did not run");
  await vi.waitFor(() => expect([shown.all.status.value, shown.all.error.value]).toEqual(["success", null]), PATIENCE);
  await vi.waitFor(() => expect(shown.one.data.value?.created_at).toBeInstanceOf(Date), PATIENCE);
  await shown.all.fetchNextPage();
  await shown.update.mutateAsync({ id: 1, title: "From Vue" });
  await vi.waitFor(() => {
    expect(shown.one.data.value).toMatchObject({ title: "From Vue", author: { username: "ann" } });
    expect(shown.all.data.value?.pages.map((page) => page.length)).toEqual([20, 5]);
    expect(shown.all.data.value?.pages[0]?.[0]?.title).toBe("From Vue");
  }, PATIENCE);
});
