import type {
  DataTag,
  QueryObserverOptions,
  InfiniteData,
  InfiniteQueryObserverOptions,
  QueryKey,
} from "@tanstack/query-core";
import type { Document } from "../../client/send/document.js";
import { type ReadKey, keyOf, type KeyState } from "../cache/key.js";
import { once, rememberApi } from "../cache/remembered.js";
import { scopeOf, callerCheck, type Scope, isSameScope, textOf } from "../cache/scope.js";
import { shareStructure } from "../cache/structural-sharing.js";
import type { ReadSource } from "../../client/read/lazy.js";
import type { NotAllowed } from "../../define/types/not-allowed.js";
import { hrefOf } from "../../client/read/page.js";
import { unexpected } from "../../client/errors/response-error.js";
import { isObject } from "../../wire/notes/members.js";
import type { Safe } from "../../client/send/call.js";

/** Any lazy read of a client: `get`, `find`, `list`, `related`, `relationship(…).get()`, or the next page. */
export interface Readable<TData, TError> {
  safe(): Promise<Safe<TData, TError>>;
  readonly "~": ReadSource<TData>;
}

/** The result of a document, which is joined only once for all reads with the same query. */
export function joined<T>(source: ReadSource<T>, document: Document, key: ReadKey): T {
  if (!isObject(document)) throw unexpected("malformed", `The cached document of ${key.slice(2)} is not an object.`);
  // `find` and `list` share documents, but have different results.
  const results = once(document, source.pick, () => ({}));
  return once(results, JSON.stringify([key, source.link]), () => source.read(document));
}

/** Loads a document for the cache, which cannot contain undefined. */
export async function load(source: ReadSource<unknown>, { signal, client }: Loading, scope: Scope): Promise<Document> {
  rememberApi(client, source, scope);
  return (await source.load({ signal, check: callerCheck(scope, source.options) })) ?? { data: null };
}

/** The argument that TanStack Query passes to a query function. */
export interface Loading {
  readonly signal: AbortSignal;
  readonly client: object;
}

interface Settings {
  readonly placeholderData?: unknown;
}

type Placeholder = (data: unknown, query: { readonly queryKey: readonly unknown[] } | undefined) => unknown;

/**
 * Settings whose placeholder never shows the data of another user, as `keepPreviousData` would. The placeholder is always set,
 * even to undefined, because a default of the QueryClient cannot be checked.
 */
function withOwnPlaceholder(settings: Settings | undefined, scope: Scope): Settings {
  const given = settings?.placeholderData;
  if (typeof given !== "function") return { ...settings, placeholderData: given };
  const placeholderData = once(
    given,
    textOf(scope),
    (): Placeholder => (data, query) => {
      const state = query?.queryKey.find((part): part is KeyState => typeof part === "object"); // of a key of ours
      return state && isSameScope(state, scope) ? given(data, query) : given(undefined, undefined);
    },
  );
  return { ...settings, placeholderData };
}

/** The settings that follow from the read, and those that would need a document: use `hydrate` or `setQueryData` for these. */
type Own = "queryKey" | "queryFn" | "select" | "structuralSharing" | "initialData" | "initialDataUpdatedAt" | Internal;
type Internal = "queryHash" | "queryKeyHashFn" | "_defaulted";

/** The settings of a query, apart from its read: all of TanStack Query's except those that follow from the read. */
export interface QuerySettings<TData, TError, TSelected>
  extends Omit<QueryObserverOptions<Document, TError, TSelected, Document>, Own> {
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

/** The link to a page, or null for the first page. */
export type PageLink = string | null;

type Observed<TError, TSelected> = InfiniteQueryObserverOptions<Document, TError, TSelected, QueryKey, PageLink>;

/** The settings of an infinite query, apart from its read. */
export interface InfiniteQuerySettings<TPage, TError, TSelected>
  extends Omit<Observed<TError, TSelected>, Own | "initialPageParam" | "getNextPageParam" | "getPreviousPageParam"> {
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
