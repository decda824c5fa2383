import type { Query, QueryClient } from "@tanstack/query-core";
import type { Transport } from "../client/transport.js";
import { affectedBy } from "./affected.js";
import { changeOf } from "./change.js";
import type { ReadKey } from "./key.js";

/** A query that is refetched, or will be when it is next used. */
export interface Refetch {
  readonly queryKey: ReadKey;
  /** In words: `articles 1 was edited, and this query holds it`. */
  readonly reason: string;
  /** The write that brought it about: `PATCH articles/1`. */
  readonly cause: string;
}

/** What `connectQueries` takes. */
export interface ConnectOptions {
  /** Told of every query that a write made stale, and why. */
  readonly onRefetch?: (refetch: Refetch) => void;
}

/**
 * Keeps a query client's queries of an API true: after each write of the client, through `mutationOptions` or by
 * itself, the queries that may show its effect are refetched, those not in use when they next are.
 *
 * @param queryClient Where queries made by `queryOptions` and `infiniteQueryOptions` are cached.
 * @param client The client that they were made with.
 * @param options.onRefetch Told of each such query, and why.
 * @returns What ends the connection.
 *
 * @example
 * ```ts
 * import { QueryClient } from "@tanstack/query-core";
 * import { connectQueries } from "trestle/query";
 *
 * const stop = connectQueries(new QueryClient(), client, {
 *   onRefetch: ({ queryKey, reason }) => console.log(queryKey, reason),
 * });
 * await client.articles.update(1, { published: true });
 * stop();
 * ```
 */
export function connectQueries(queryClient: QueryClient, client: object, options: ConnectOptions = {}): () => void {
  const { "~": transport } = client as { readonly "~": Transport }; // every client has one, which no type shows
  const cache = queryClient.getQueryCache();

  const listener: Parameters<Transport["listeners"]["add"]>[0] = (write) => {
    const change = changeOf(write);
    if (!change) return;
    const queries = cache.findAll({ queryKey: ["trestle", transport.name] });
    for (const [query, reason] of affectedBy(change, queries)) {
      refetch(queryClient, query);
      // A listener that throws is no failure of the write.
      queueMicrotask(() =>
        options.onRefetch?.({ queryKey: query.queryKey as unknown as ReadKey, reason, cause: change.cause }),
      );
    }
  };
  transport.listeners.add(listener);
  return () => void transport.listeners.delete(listener);
}

function refetch(queryClient: QueryClient, query: Query): void {
  // What is on its way may have been read before the write: it is asked for again, also where nobody is watching.
  if (query.state.fetchStatus !== "idle") {
    query.cancel({ silent: true });
    query.fetch().catch(() => {});
  } else void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
}
