import type { DataTag, QueryObserverOptions } from "@tanstack/query-core";
import type { Document } from "../../client/send/document.js";
import { type ReadKey, keyOf } from "../cache/key.js";
import { once } from "../cache/remembered.js";
import { withOwnPlaceholder, joined, type Loading, load, type Readable } from "./read-methods.js";
import { scopeOf } from "../cache/scope.js";
import { shareStructure } from "../cache/structural-sharing.js";

/** The settings that follow from the read, and those that would need a document: use `hydrate` or `setQueryData` for these. */
type Own = "queryKey" | "queryFn" | "select" | "initialData" | "initialDataUpdatedAt";

/** The settings of a query, apart from its read: all of TanStack Query's except those that follow from the read. */
export interface QuerySettings<TData, TError, TSelected>
  extends Omit<
    QueryObserverOptions<Document, TError, TSelected, Document>,
    Own | "structuralSharing" | "queryHash" | "queryKeyHashFn" | "_defaulted"
  > {
  /** Converts the result. A function that stays the same object runs once for each result. */
  readonly select?: (data: TData) => TSelected;
}

/** Settings whose types are the same in every framework. The options also contain the others, but their type does not show them. */
export type SharedSetting = "gcTime" | "meta" | "networkMode" | "retry" | "retryDelay" | "structuralSharing";

/** Options for any framework's `useQuery`. The cache contains the document as the server sent it, and `select` makes items of it. */
export interface ReadQueryOptions<TError, TSelected>
  extends Pick<QueryObserverOptions<Document, TError, TSelected, Document>, SharedSetting> {
  queryKey: DataTag<ReadKey, Document, TError>;
  queryFn: (context: Loading) => Promise<Document>;
  select: (document: Document) => TSelected;
  throwOnError?: boolean | ((error: TError) => boolean);
}

/**
 * Makes options for TanStack Query from a read: for `useQuery` of any framework, `prefetchQuery`, `useQueries`.
 *
 * @param read What to read: `client.articles.list().filter(…)`, `.get(1)`, `.find(…)`, `.related(…)`,
 *   `.relationship(…).get()`. This function does not send it.
 * @param settings TanStack Query's own: `staleTime`, `enabled`, `select`, …
 * @returns Plain options. Their data has the type of the read's result, and their error the type of the error in `.safe()`.
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
  const scope = scopeOf(source.options, source.query.headers);
  const queryKey = keyOf(source, scope);
  const select = settings?.select;
  const options = {
    ...(source.options.retry && { retry: false }), // the client retries
    ...withOwnPlaceholder(settings, scope),
    queryKey,
    queryFn: (context: Loading) => load(source, context, scope),
    select: (document: Document) => {
      const data = joined(source, document, queryKey);
      return select ? once(document, select, () => select(data)) : data;
    },
    structuralSharing: shareStructure,
  };
  return options as unknown as ReadQueryOptions<TError, TSelected>; // without `select`, what is selected is the data
}
