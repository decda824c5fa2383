/** What a request may ask of the server at most. Each is checked before any work is done for it. */
export interface Limits {
  /** Characters of the query string; default 8192. Beyond it: 400. */
  readonly queryLength: number;
  /** Include paths of a request; default 32. Beyond it: 400. */
  readonly includes: number;
  /** Relationships in one include path; default 5. Beyond it: 400. */
  readonly includeDepth: number;
  /** Bytes of a request's body; default 1 MiB. Beyond it: 413. */
  readonly bodySize: number;
}

export const DEFAULT_LIMITS: Limits = { queryLength: 8192, includes: 32, includeDepth: 5, bodySize: 1_048_576 };
