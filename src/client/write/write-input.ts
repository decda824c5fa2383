import type { Document } from "../read/document.js";

/** A write, as it was meant and as it was answered: for what keeps answers of its own, which it may have made stale. */
export interface Write {
  readonly method: string;
  /** What was written to: `["articles", 1, "relationship", "categories"]`. */
  readonly segments: readonly unknown[];
  /** The fields of a create or an edit, what is related of a relationship's change. */
  input: unknown;
  /** Undefined where none came, so that nobody knows what happened. */
  response?: Response;
  document?: Document | undefined;
}

/** Told of a write as it begins. Response and document are there when the call has ended. */
export type WriteListener = (write: Write, call: Promise<unknown>) => void;
