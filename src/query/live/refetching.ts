import type { Query, QueryClient } from "@tanstack/query-core";
import { refetch } from "../invalidate/refetch.js";

/**
 * Refetches queries, each once at a time. If a query is stale again before its response arrives, it is refetched after that: with
 * changes faster than its responses, a query that began anew each time would never show any.
 */
export class Refetching {
  readonly #queryClient: QueryClient;
  /** The queries that are being refetched, and whether they are stale again. */
  readonly #running = new Map<Query, boolean>();

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient;
  }

  refetch(query: Query): void {
    if (this.#running.has(query)) this.#running.set(query, true);
    else void this.#run(query);
  }

  async #run(query: Query): Promise<void> {
    do {
      this.#running.set(query, false);
      await refetch(this.#queryClient, query).catch(() => {});
    } while (this.#running.get(query));
    this.#running.delete(query);
  }
}
