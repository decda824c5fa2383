import type { Query, QueryClient } from "@tanstack/query-core";
import { refetch } from "../invalidate/refetch.js";

/** Milliseconds from a change to the refetch after a quiet second. Random, so that not all pages refetch at the same moment. */
const FIRST_WAIT = { least: 50, most: 250 };

/** Milliseconds between two refetches. */
const INTERVAL = 1000;

/** Runs something soon after it was requested, but at most once a second. */
export class Pace {
  readonly #run: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = Number.NEGATIVE_INFINITY;

  constructor(run: () => void) {
    this.#run = run;
  }

  request(): void {
    if (this.#timer !== undefined) return;
    const { least, most } = FIRST_WAIT;
    const soon = least + Math.random() * (most - least);
    const wait = Math.max(soon, this.#last + INTERVAL - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#last = performance.now();
      this.#run();
    }, wait);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

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
