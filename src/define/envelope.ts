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

/** How a paged list says where it ends: a total gives `last`, `hasMore` does without counting. */
export type Extent = Total | HasMore;

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

/** The class behind every envelope: how a full answer is told from a row. */
class EnvelopeValue {
  constructor(
    readonly data: unknown,
    readonly included: RespondOptions["included"],
    readonly links: RespondOptions["links"],
    readonly meta: RespondOptions["meta"],
    readonly total: number | undefined,
    readonly hasMore: boolean | undefined,
  ) {}
}

const NOTHING: RespondOptions & { readonly total?: number; readonly hasMore?: boolean } = {};

export function toEnvelope(result: unknown): Envelope<unknown> {
  const value = result instanceof EnvelopeValue ? result : makeEnvelope(result, NOTHING);
  return value as unknown as Envelope<unknown>; // the brand is a type only
}

function makeEnvelope(data: unknown, options: RespondOptions & Partial<Extent>): EnvelopeValue {
  return new EnvelopeValue(data, options.included, options.links, options.meta, options.total, options.hasMore);
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

/**
 * A handler's full answer: rows, and what stands beside them in the document. Returning a row or rows alone is
 * the same as `respond(rows)`.
 *
 * @param data A row, rows, or null.
 * @param options `included`, `links`, `meta`, and for a paged list `total` or `hasMore`.
 *
 * @example
 * ```ts
 * import { respond } from "trestle";
 *
 * const answer = respond([{ id: 1, title: "Zod" }], { total: 1, meta: { took: 3 } });
 * if (answer.total !== 1) throw new Error("unreachable");
 * ```
 */
export const respond: Respond = Object.assign(
  (data: unknown, options: RespondOptions & Partial<Extent> = NOTHING) => makeEnvelope(data, options),
  { sparse: (data: unknown, options: RespondOptions & Partial<Extent> = NOTHING) => makeEnvelope(data, options) },
) as unknown as Respond; // brands are types only: one function serves every overload
