declare const madeByRespond: unique symbol;

declare const totalOrHasMore: unique symbol;

declare const sparse: unique symbol;

/** A link that a handler gives: a URL used as it is, null, or query parameters that are merged into the request's own. */
export type LinkTarget = string | null | { readonly [parameter: string]: unknown };

// Names of their own: TypeScript goes through what is written out in place, for every answer of every handler.

/** Rows by type. */
interface IncludedRows {
  readonly [type: string]: readonly object[];
}

interface Links {
  readonly [name: string]: LinkTarget;
}

interface Meta {
  readonly [name: string]: unknown;
}

export interface RespondOptions {
  /** Sideloaded rows by type. Only types that the declared includes reach; what the request did not ask for is dropped. */
  readonly included?: IncludedRows;
  /** Top-level links. An object such as `{ page: "3" }` is merged with the request's own query and becomes a URL. */
  readonly links?: Links;
  /** Top-level metadata, sent as it is. */
  readonly meta?: Meta;
}

type RespondPagedOptions = RespondOptions & Extent;

/** How a paged list says where it ends: a total gives `last`, `hasMore` does without counting, `cursors` is for `cursorPage`. */
export type Extent = Total | HasMore | Cursors;

/** Where a page made with `cursorPage` leads. Null: the page is the last, or the first. */
export interface Cursors {
  readonly cursors: { readonly next: string | null; readonly prev: string | null };
  /** True if the request asked for a range, and the range has more rows than the page. */
  readonly rangeTruncated?: boolean;
  /** The number of rows on all pages: sent as `meta.page.total` and `meta.total`. */
  readonly total?: number | undefined;
  readonly hasMore?: undefined;
}

interface Total {
  readonly total: number;
  readonly hasMore?: boolean;
}

interface HasMore {
  readonly total?: undefined;
  readonly hasMore: boolean;
}

/** A full answer: primary data and what stands beside it. Made by {@link respond}, and what a called operation gives. */
export interface Envelope<out TData> {
  readonly [madeByRespond]: true;
  readonly data: TData;
  readonly included?: RespondOptions["included"];
  readonly links?: RespondOptions["links"];
  readonly meta?: RespondOptions["meta"];
  readonly total?: number | undefined;
  readonly hasMore?: boolean | undefined;
}

/** An envelope that says where its list ends, as every operation with `offsetPage` or `numberPage` returns. */
export interface PagedEnvelope<out TData> extends Envelope<TData> {
  readonly [totalOrHasMore]: true;
}

/** Marks rows from which attributes may be missing. */
export interface Sparse<out TData> {
  readonly [sparse]: TData;
}

export interface Respond {
  <TData>(data: TData, options: RespondPagedOptions): PagedEnvelope<TData>;
  <TData>(data: TData, options?: RespondOptions): Envelope<TData>;
  /**
   * Like `respond`, for rows from which the attributes are missing that the request's `fields` left out. What will
   * be sent is checked all the same.
   */
  readonly sparse: {
    <TData>(data: TData, options: RespondPagedOptions): PagedEnvelope<Sparse<TData>>;
    <TData>(data: TData, options?: RespondOptions): Envelope<Sparse<TData>>;
  };
}
