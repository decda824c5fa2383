declare const madeByRespond: unique symbol;

declare const totalOrHasMore: unique symbol;

declare const sparse: unique symbol;

/** A link from a handler: a URL, null, or query parameters that are merged into those of the request. */
export type LinkTarget = string | null | { readonly [parameter: string]: unknown };

// Named interfaces, because inline types cost instantiations for every result: see docs/evidence/type-cost.md

/** Rows by type. */
interface IncludedRows {
  readonly [type: string]: readonly object[];
}

interface Links {
  readonly [name: string]: LinkTarget;
}

interface ResponseHeaders {
  readonly [name: string]: string | readonly string[];
}

interface Meta {
  readonly [name: string]: unknown;
}

export interface RespondOptions {
  /** Included rows by type. The declared include paths must reach the types; rows that the request did not include are dropped. */
  readonly included?: IncludedRows;
  /** Top-level links. An object such as `{ page: "3" }` is merged with the request's query and becomes a URL. */
  readonly links?: Links;
  /** Top-level metadata, sent unchanged. */
  readonly meta?: Meta;
  /** The status of the response, in place of the operation's own. */
  readonly status?: 200 | 201 | 202;
  /**
   * Headers of the response, by name. They must not include `content-type`, `etag`, `location` or `vary`, which Trestle sets
   * itself. Only `set-cookie` may be a list: each value is sent as a header of its own.
   */
  readonly headers?: ResponseHeaders;
}

type RespondPagedOptions = RespondOptions & Extent;

/** Where a paged list ends: with `total`, the document gets a link `last`; `hasMore` needs no counting; `cursors` is for `cursorPage`. */
export type Extent = Total | HasMore | Cursors;

interface NextAndPrevious {
  readonly next: string | null;
  readonly prev: string | null;
}

/** Where a page made with `cursorPage` leads. Null: the page is the last, or the first. */
export interface Cursors {
  readonly cursors: NextAndPrevious;
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

/** A full response: primary data, includes, links and meta. {@link respond} and every called operation return one. */
export interface Envelope<out TData> {
  readonly [madeByRespond]: true;
  readonly data: TData;
  readonly included?: RespondOptions["included"];
  readonly links?: RespondOptions["links"];
  readonly meta?: RespondOptions["meta"];
  readonly status?: RespondOptions["status"];
  readonly headers?: RespondOptions["headers"];
  readonly total?: number | undefined;
  readonly hasMore?: boolean | undefined;
  readonly cursors?: NextAndPrevious | undefined;
}

/** An envelope with `total` or `hasMore`. Every operation with `offsetPage` or `numberPage` returns one. */
export interface PagedEnvelope<out TData> extends Envelope<TData> {
  readonly [totalOrHasMore]: true;
}

/** Marks rows in which attributes may be missing. */
export interface Sparse<out TData> {
  readonly [sparse]: TData;
}

export interface Respond {
  <TData>(data: TData, options: RespondPagedOptions): PagedEnvelope<TData>;
  /** The response of another operation or of a source, with more metadata, links or included rows. */
  <TData>(envelope: PagedEnvelope<TData>, options: RespondOptions): PagedEnvelope<TData>;
  <TData>(envelope: Envelope<TData>, options: RespondOptions): Envelope<TData>;
  <TData>(data: TData, options?: RespondOptions): Envelope<TData>;
  /**
   * Like `respond`, for rows without the attributes that `fields` excludes. The attributes that are sent are still validated.
   */
  readonly sparse: {
    <TData>(data: TData, options: RespondPagedOptions): PagedEnvelope<Sparse<TData>>;
    <TData>(data: TData, options?: RespondOptions): Envelope<Sparse<TData>>;
  };
}
