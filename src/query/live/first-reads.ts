import type { Query, QueryClient } from "@tanstack/query-core";

/** The queries that were read since a page began to follow its API. Live notices can begin there, so these queries need no second read. */
export class FirstReads {
  readonly #begin = [performance.now(), Date.now()] as const;
  readonly #read = new WeakSet<Query>();
  readonly stop: () => void;

  constructor(queryClient: QueryClient) {
    this.stop = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== "updated") return;
      const { type, meta } = event.action as {
        readonly type: string;
        readonly meta?: { readonly fetchMore?: unknown };
      }; // of one of many types
      // Without a function, a server streams the data.
      if (type === "fetch" && event.query.options.queryFn && !meta?.fetchMore) this.#read.add(event.query);
      // Data from elsewhere: hydrated, or what was there before a read that was cancelled.
      else if (type === "setState") this.#read.delete(event.query);
    });
  }

  /** Milliseconds since the begin. One clock may stand still while a laptop sleeps, and the other can be set back. */
  age(): number {
    return Math.max(performance.now() - this.#begin[0], Date.now() - this.#begin[1]);
  }

  has(query: Query): boolean {
    return this.#read.has(query);
  }
}
