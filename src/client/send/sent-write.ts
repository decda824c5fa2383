import type { ActionPlace } from "../../define/types/operation-info.js";
import type { Document } from "./document.js";
import type { SendOptions } from "./options.js";

/** A write and its response, for `trestle/query`, whose cached responses it may have made stale. */
export interface SentWrite {
  readonly method: string;
  /** The segments of the path: `["articles", 1, "relationship", "categories"]`. */
  readonly segments: readonly unknown[];
  /** For a command: whether it belongs to one resource, to all resources of a type, or to the API. */
  readonly place?: ActionPlace;
  readonly options: SendOptions | undefined;
  /** The fields of a create or an update, or the related resources of a relationship's change. */
  input: unknown;
  /** Undefined if there was no response: then it is unknown whether the write was done. */
  response?: Response;
  document?: Document | undefined;
  /** For a batch: the writes that its operations stand for. */
  operations?: readonly SentWrite[];
}

/** Called when a write begins. `response` and `document` are set when the call has ended. */
export type WriteListener = (write: SentWrite, call: Promise<unknown>) => void;
