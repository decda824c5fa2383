import type { DataTag, InfiniteData, InfiniteQueryObserverOptions, QueryKey } from "@tanstack/query-core";
import type { Document } from "../../client/send/document.js";
import type { ReadSource } from "../../client/read/lazy.js";
import type { NotAllowed } from "../../define/types/not-allowed.js";
import { hrefOf } from "../../client/read/page.js";
import { type ReadKey, keyOf } from "../cache/key.js";
import { once } from "../cache/remembered.js";
import type { SharedSetting } from "./query-options.js";
import { withOwnPlaceholder, joined, type Loading, load, type Readable } from "./read-methods.js";
import { scopeOf } from "../cache/scope.js";
import { shareStructure } from "../cache/structural-sharing.js";

/** The link to a page, or null for the first page. */
export type PageLink = string | null;

type Observed<TError, TSelected> = InfiniteQueryObserverOptions<Document, TError, TSelected, QueryKey, PageLink>;

/** The settings of an infinite query, apart from its read. */
export interface InfiniteQuerySettings<TPage, TError, TSelected>
  extends Omit<
    Observed<TError, TSelected>,
    | "queryKey"
    | "queryFn"
    | "select"
    | "structuralSharing"
    | "queryHash"
    | "queryKeyHashFn"
    | "_defaulted"
    | "initialPageParam"
    | "getNextPageParam"
    | "getPreviousPageParam"
    | "initialData"
    | "initialDataUpdatedAt"
  > {
  /** Converts the pages: `({ pages }) => pages.flat()`. */
  readonly select?: (data: InfiniteData<TPage, PageLink>) => TSelected;
}

/** Options for any framework's `useInfiniteQuery`. The cache contains the documents as the server sent them. */
export interface ReadInfiniteQueryOptions<TError, TSelected> extends Pick<Observed<TError, TSelected>, SharedSetting> {
  queryKey: DataTag<ReadKey, InfiniteData<Document, PageLink>, TError>;
  queryFn: (context: Loading & { readonly pageParam: PageLink }) => Promise<Document>;
  select: (data: InfiniteData<Document, PageLink>) => TSelected;
  initialPageParam: PageLink;
  getNextPageParam: (document: Document) => PageLink;
  getPreviousPageParam: (document: Document) => PageLink;
  maxPages?: number;
  throwOnError?: boolean | ((error: TError) => boolean);
}

type DataOf<TRead> = TRead extends Readable<infer TData, unknown> ? TData : never;
type FailureOf<TRead> = TRead extends Readable<unknown, infer TError> ? TError : never;

/** Refuses a read of one item. The parameter names the read, not its data, because a message would print all attributes. */
type Paged<TRead> =
  DataOf<TRead> extends { hasNext(): boolean }
    ? TRead
    : NotAllowed<"an infinite query reads the pages of a list: client.articles.list()">;

/**
 * Makes options for TanStack Query's infinite queries from a list. They follow the links `next` and `prev` of its pages.
 *
 * @param read The first page: `client.articles.list().page({ limit: 10 })`.
 * @param settings TanStack Query's own: `maxPages`, `staleTime`, `select`, …
 * @returns Plain options. Their data is `{ pages, pageParams }`, with the same pages as `await` on the list.
 *
 * @example
 * ```ts
 * import { QueryClient } from "@tanstack/query-core";
 * import { infiniteQueryOptions } from "trestle/query";
 *
 * const options = infiniteQueryOptions(client.articles.list().page({ limit: 2 }));
 * const data = await new QueryClient().fetchInfiniteQuery({ ...options, pages: 2 });
 * const [first, second] = options.select(data).pages;
 * ```
 */
export function infiniteQueryOptions<
  TRead extends Readable<unknown, unknown>,
  TSelected = InfiniteData<DataOf<TRead>, PageLink>,
>(
  read: TRead & Paged<TRead>,
  settings?: InfiniteQuerySettings<DataOf<TRead>, FailureOf<TRead>, TSelected>,
): ReadInfiniteQueryOptions<FailureOf<TRead>, TSelected> {
  const source = read["~"] as ReadSource<DataOf<TRead>>; // `DataOf` is the data of this source
  const scope = scopeOf(source.options, source.query.headers);
  const queryKey = keyOf(source, scope, "infinite");
  const sourceOf = (link: PageLink): ReadSource<DataOf<TRead>> => (link === null ? source : source.at(link));
  const select = settings?.select;
  const options = {
    ...(source.options.retry && { retry: false }), // the client retries
    ...withOwnPlaceholder(settings, scope),
    queryKey,
    queryFn: (context: Loading & { readonly pageParam: PageLink }) => load(sourceOf(context.pageParam), context, scope),
    select: (data: InfiniteData<Document, PageLink>) => {
      const { pages, pageParams } = data;
      const whole = once(data, "", () => ({
        pages: pages.map((document, index) => joined(sourceOf(pageParams[index] ?? null), document, queryKey)),
        pageParams,
      }));
      return select ? once(data, select, () => select(whole)) : whole;
    },
    structuralSharing: shareStructure,
    initialPageParam: null,
    getNextPageParam: (document: Document) => hrefOf(document.links?.next),
    getPreviousPageParam: (document: Document) => hrefOf(document.links?.prev),
  };
  return options as unknown as ReadInfiniteQueryOptions<FailureOf<TRead>, TSelected>; // without `select`, what is selected is the pages
}
