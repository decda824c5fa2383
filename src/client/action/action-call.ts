import type { SendOptions } from "../send/options.js";
import type { ProgressOption } from "../types/action.js";

/** A call of an action. */
export interface ActionCall {
  /** Undefined for an action of the API itself. */
  readonly type: string | undefined;
  readonly segments: readonly unknown[];
  readonly input: unknown;
  readonly options: ActionCallOptions | undefined;
}

/** The options of a call: `include` is for commands and queries, `after` for streams. */
export interface ActionCallOptions extends SendOptions, ProgressOption {
  readonly include?: readonly string[];
  readonly after?: string;
}
