import type { Query, QueryClient } from "@tanstack/query-core";
import { refetch } from "./refetch.js";

/**
 * Refetches a stale infinite query after a page was added to it. TanStack Query cancels a running refetch for that page, reads nothing
 * else, and then regards all pages as fresh.
 */
export function keepStale(queryClient: QueryClient, api: string): () => void {
  const stale = new WeakSet<Query>();
  return queryClient.getQueryCache().subscribe((event) => {
    const { query } = event;
    if (event.type !== "updated" || query.queryKey[0] !== "trestle" || query.queryKey[1] !== api) return;
    const { isInvalidated, fetchMeta } = query.state;
    const { type, manual } = event.action as { readonly type: string; readonly manual?: boolean }; // of one of many types
    const isWhole = manual || !fetchMeta?.fetchMore;
    if (isInvalidated && type !== "error") stale.add(query);
    else if (isWhole && type === "success") stale.delete(query);
    // An error marks every query as stale. After a cancelled fetch, `setState` brings back what was before.
    else if (stale.has(query) && !(isWhole && type === "error")) void refetch(queryClient, query);
  });
}
