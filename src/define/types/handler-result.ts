import type { Envelope, PagedEnvelope, Sparse } from "./response.js";
import type { SparseRow } from "./row.js";

// The results of handlers. If a handler returns something else, the error message prints these names.

/**
 * A value, or a promise of it. Messages print this name once, in place of both members. `PromiseLike` would make them longer. If it were
 * exported, declarations of users could not name it (TS2883): see check types-matrix.
 */
type OrPromise<T> = T | Promise<T>;

type RowResult<TRow> = TRow | Envelope<TRow | Sparse<SparseRow<TRow>>>;
type RowsResult<TRow> = readonly TRow[] | Envelope<readonly TRow[] | Sparse<readonly SparseRow<TRow>[]>>;

/** The result of a paged list: `respond(rows, { total })`, or `hasMore` in place of `total`. */
export type RespondWithTotal<TRow> = PagedEnvelope<readonly TRow[]> | PagedEnvelope<Sparse<readonly SparseRow<TRow>[]>>;

/** The result of a handler for related data. */
export type RelatedResult<T> = T | Envelope<T | Sparse<T>>;

/** The result of a handler whose response has no body: nothing, or `respond(undefined, { status: 202 })`. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing
export type NothingResult = void | Envelope<undefined> | Promise<void | Envelope<undefined>>;

/** The results of the handlers of a resource. */
export interface HandlerResults<TRow> {
  readonly row: TRow;
  /** What a source returns, and an operation that is called as a function. */
  readonly envelope: Promise<Envelope<TRow>>;
  readonly one: OrPromise<RowResult<TRow>>;
  readonly many: OrPromise<RowsResult<TRow>>;
  readonly paged: OrPromise<RespondWithTotal<TRow>>;
  /** As related resources, one or many. `getRelated` checks which of the two the relationship allows. */
  readonly related: OrPromise<AnyRelated<TRow>>;
}

type AnyRelated<TRow> =
  | TRow
  | null
  | undefined
  | readonly TRow[]
  | Envelope<
      | TRow
      | null
      | undefined
      | readonly TRow[]
      | Sparse<SparseRow<TRow> | null | undefined | readonly SparseRow<TRow>[]>
    >;

export type AnyHandlerResults = { readonly [K in keyof HandlerResults<unknown>]: unknown };
