import type { Refetch } from "./refetch.js";

/** The options of `connectQueries`. */
export interface ConnectOptions {
  /** Called for every query that a change made stale, with the reason. If it throws, the error goes to the console. */
  readonly onRefetch?: (refetch: Refetch) => void;
  /**
   * Whether the queries also follow what others change. The server needs a live channel. Only pages connect, and only while they are
   * visible; a server never does. Default: false.
   */
  readonly live?: boolean;
  /**
   * Called if the live notices end with an error, such as a 401 or a 404. They start again when the user changes, or when the page is shown
   * again. Default: `console.error`.
   */
  readonly onLiveError?: (error: unknown) => void;
}
