import type { DataTag, QueryFunction, QueryObserverOptions } from "@tanstack/query-core";
import type { Document } from "../client/document.js";
import { type ReadKey, keyOf } from "./key.js";
import { once } from "./once.js";
import { joined, load, type Readable } from "./readable.js";
import { share } from "./share.js";

/** What a query may be given besides its read: all that TanStack Query takes, but for what the read says itself. */
export interface QuerySettings<TData, TError, TSelected>
  extends Omit<
    QueryObserverOptions<Document, TError, TSelected, Document, ReadKey>,
    "queryKey" | "queryFn" | "select" | "structuralSharing" | "queryHash" | "queryKeyHashFn" | "_defaulted"
  > {
  /** Makes something else of what was read. It runs once for each result, if it is a function that stays the same. */
  readonly select?: (data: TData) => TSelected;
}

/** Options for any framework's `useQuery`. The cache holds the document as it came; `select` makes items of it. */
export interface ReadQueryOptions<TError, TSelected>
  extends Omit<
    QueryObserverOptions<Document, TError, TSelected, Document, ReadKey>,
    "queryKey" | "queryFn" | "select"
  > {
  queryKey: DataTag<ReadKey, Document, TError>;
  queryFn: QueryFunction<Document, ReadKey>;
  select: (document: Document) => TSelected;
}

/**
 * A read as options for TanStack Query: for `useQuery` and its kin in any framework, `prefetchQuery`, `useQueries`.
 *
 * @param read What to read: `client.articles.list().filter(…)`, `.get(1)`, `.find(…)`, `.related(…)`,
 *   `.relationship(…).get()`. It is not sent by this.
 * @param settings TanStack Query's own: `staleTime`, `enabled`, `select`, …
 * @returns Plain options. What they select has the read's type; its error is what `.safe()` gives.
 *
 * @example
 * ```ts
 * import { QueryClient, QueryObserver } from "@tanstack/query-core";
 * import { queryOptions } from "trestle/query";
 *
 * const options = queryOptions(client.articles.list().include("author"), {
 *   select: (page) => page.map((article) => article.author?.username),
 * });
 * const names = await new QueryObserver(new QueryClient(), options).fetchOptimistic(options);
 * ```
 */
export function queryOptions<TData, TError, TSelected = TData>(
  read: Readable<TData, TError>,
  settings?: QuerySettings<TData, TError, TSelected>,
): ReadQueryOptions<TError, TSelected> {
  const source = read["~"];
  const select = settings?.select;
  const options = {
    ...settings,
    queryKey: keyOf(source),
    queryFn: ({ signal }: { signal: AbortSignal }) => load(source, signal),
    select: (document: Document) => {
      const data = joined(source, document);
      return select ? once(document, select, () => select(data)) : data;
    },
    structuralSharing: share,
  };
  return options as unknown as ReadQueryOptions<TError, TSelected>; // without `select`, what is selected is the data
}
