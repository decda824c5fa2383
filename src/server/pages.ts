import type { Limits } from "../protocol/limits.js";

/** Where an API is served, for pages that tell it. */
export interface Mount {
  /** What every link begins with: the base URL, if any, and the mount point. */
  readonly url: string;
  readonly limits: Limits;
}

/**
 * Pages that an adapter serves beside the operations, by GET. The engine knows nothing of what is in them: whoever
 * makes them brings their code along, and nobody else pays for it.
 */
export interface Pages {
  /** The paths that are served, below the mount point: `/openapi.json`. */
  readonly paths: readonly string[];
  /** Answers one of them. What it throws becomes a 500, and is logged. */
  answer(path: string, mount: Mount): Promise<Response>;
}
