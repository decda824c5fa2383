import type { OperationInfo } from "../define/types/operation-info.js";
import type { ContextFactory } from "../define/types/context-factory.js";
import type { Limits } from "../protocol/limits.js";
import type { RequestType } from "../define/types/request-type.js";
import type { Pages } from "./pages.js";

/** An error that is the server's own: the client was told nothing but its id, or that the time is over. */
export interface InternalError {
  readonly error: unknown;
  /** The id that the client was told. */
  readonly id: string;
  /** The operation that failed; undefined where none was reached. */
  readonly operation: OperationInfo | undefined;
}

/** What every adapter takes. */
export interface ServiceOptions {
  /**
   * Put before the mount point in every link, such as `https://api.example.com`. Default: none, links are paths from
   * the root, which every client resolves against the URL that it asked.
   */
  readonly baseUrl?: string;
  /**
   * Milliseconds that a request may take, from its route to its answer; an operation may have its own. Beyond it: a 503
   * with the code `timeout`, the handler's `signal` is aborted, and what the handler gives later is thrown away and
   * logged. Default 30000; `Infinity` for no end.
   */
  readonly timeout?: number;
  /** What a request may ask at most. */
  readonly limits?: Partial<Limits>;
  /**
   * How rows are checked before they leave. `"kinds"`, the default: every value is of its declared kind (a Date for a
   * date, an integer for an id, nothing missing). `"schemas"`: every attribute also passes its whole Zod schema.
   */
  readonly checkRows?: "kinds" | "schemas";
  /**
   * When a document's `meta` says what JSON cannot (that `created_at` is a Date), so that Trestle's client gives the
   * values that its types promise. `"always"`, the default: wherever there is something to say. `"profile"`: only where
   * `Accept` asks for the profile `urn:trestle:rich`, as a client made with `profile: true` does. `"never"`: for APIs that no
   * Trestle client reads.
   */
  readonly richTypes?: "always" | "profile" | "never";
  /**
   * Types that requests may name in type notes, beyond dates, bigints, sets, maps, URLs, the numbers that JSON lacks and
   * what is registered with superjson. Each costs more than its text, or runs when it is used: allow one only where an
   * attribute needs it. Default: none; a request that names one gets a 422.
   */
  readonly requestTypes?: readonly RequestType[];
  /** Pages to serve beside the operations: `openapiPages(api, { info })` of `trestle/openapi`. Default: none. */
  readonly pages?: Pages;
}

/** The context, required where `trestle<Context>()` named one with required members. */
export type ContextOption<TRequest, TNeedsContext extends boolean> = TNeedsContext extends true
  ? { readonly context: ContextFactory<TRequest> }
  : { readonly context?: ContextFactory<TRequest> };
