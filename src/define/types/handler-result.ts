import type { Envelope, PagedEnvelope, Sparse } from "./response.js";
import type { SparseRow } from "./row.js";

// What handlers return. These names, and the rows in them, are what a message prints of a handler that returns otherwise.

type RowResult<TRow> = TRow | Envelope<TRow | Sparse<SparseRow<TRow>>>;
type RowsResult<TRow> = readonly TRow[] | Envelope<readonly TRow[] | Sparse<readonly SparseRow<TRow>[]>>;

/** Of a paged list: `respond(rows, { total })`, or with `hasMore`. A union of two, since TypeScript drops the name of one. */
export type RespondWithTotal<TRow> = PagedEnvelope<readonly TRow[]> | PagedEnvelope<Sparse<readonly SparseRow<TRow>[]>>;

/** What a handler gives for related data. */
export type RelatedResult<T> = T | Envelope<T | Sparse<T>>;

/** What the handlers of a resource answer with, now or later. `X | Promise<X>`, not PromiseLike: messages stay four levels shorter. */
export interface HandlerResults<TRow> {
  readonly row: TRow;
  readonly one: RowResult<TRow> | Promise<RowResult<TRow>>;
  readonly many: RowsResult<TRow> | Promise<RowsResult<TRow>>;
  readonly paged: RespondWithTotal<TRow> | Promise<RespondWithTotal<TRow>>;
  /** As related resources, one or many: the relationship says which, and `getRelated` checks that. */
  readonly related: AnyRelated<TRow> | Promise<AnyRelated<TRow>>;
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

export interface AnyHandlerResults {
  readonly row: unknown;
  readonly one: unknown;
  readonly many: unknown;
  readonly paged: unknown;
  readonly related: unknown;
}
