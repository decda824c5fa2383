import type { Query, QueryClient } from "@tanstack/query-core";
import type { Notice } from "../../wire/live.js";
import type { ReadKey } from "../cache/key.js";

/** A query that is refetched, or will be when it is next used. */
export interface Refetch {
  readonly queryKey: ReadKey;
  /** In words: `articles 1 was edited, and this query holds it`. */
  readonly reason: string;
  /**
   * What caused it: a write of this client, such as `PATCH articles/1`, a `notice` that somebody else changed something, or a `reset`,
   * because notices may be missing.
   */
  readonly cause: string;
  /** The notice, if it is the cause. */
  readonly notice?: Notice;
}

/** The reason if a change cannot be compared with the cached documents: refetching too much is safer. */
export const UNKNOWN = "what it changed is unknown";

/** The queries of an API. */
export function queriesOf(queryClient: QueryClient, api: string): Query[] {
  return queryClient.getQueryCache().findAll({ queryKey: ["trestle", api] });
}

/**
 * Refetches a query that is in use, and marks another as stale.
 *
 * @returns Resolves when the response has arrived, or failed.
 */
export async function refetch(queryClient: QueryClient, query: Query): Promise<void> {
  if (query.state.fetchStatus === "idle") {
    await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    return;
  }
  query.invalidate();
  if (query.state.fetchMeta?.fetchMore) return; // `keepStale` refetches it after this page, which the user wants
  // A response on its way may be older than the change, so the query is refetched, even if it has no observers.
  const { promise } = query;
  query.cancel({ silent: true });
  const fetched = query.fetch().catch(() => {});
  const wasTooLate = query.promise === promise; // the response has arrived, and is stored next
  await fetched;
  if (wasTooLate) await refetch(queryClient, query);
}

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

/** Calls `onRefetch`. If it throws or rejects, the error goes to the console: a write must not fail because of it. */
export async function reportRefetch(
  onRefetch: ((refetch: Refetch) => void) | undefined,
  { queryKey }: Query,
  about: Omit<Refetch, "queryKey">,
): Promise<void> {
  try {
    await onRefetch?.({ queryKey: queryKey as unknown as ReadKey, ...about }); // found by such a key
  } catch (error) {
    console.error(error);
  }
}

/** The options of `connectQueries`. */
export interface ConnectOptions {
  /** Called for every query that a change made stale, with the reason. If it throws, the error goes to the console. */
  readonly onRefetch?: (refetch: Refetch) => void;
  /**
   * Whether the queries also follow what others change. The server needs a live channel. Only pages connect, and only while they are
   * visible; a server never does. Default: false.
   */
  readonly live?: boolean;
  /**
   * Called if the live notices end with an error, such as a 401 or a 404. They start again when the user changes, or when the page is shown
   * again. Default: `console.error`.
   */
  readonly onLiveError?: (error: unknown) => void;
}
