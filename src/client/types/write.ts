import type { Safe } from "../safe.js";

/** A write that is under way. */
export interface Write<TResult, TFailure> extends Promise<TResult> {
  /** Gives `{ data }` or `{ error }`, and never rejects. */
  safe(): Promise<Safe<TResult, TFailure>>;
}
