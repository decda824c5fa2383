import type { EntityTag } from "../../protocol/negotiation/entity-tag.js";

/** What is known about a write of a resource with versions. Other requests do not have it. */
export class WriteState {
  /** The context before any middleware, by which fields are hidden. */
  ctx: object = {};
  /** The tags of `If-Match`. */
  precondition: "*" | readonly EntityTag[] | undefined = undefined;
  /** Whether the write is committed: then its response is final. */
  isCommitted = false;
  readonly #deadline: number;

  /** @param timeout Milliseconds, or `Infinity`. */
  constructor(timeout: number) {
    this.#deadline = performance.now() + timeout;
  }

  /** Milliseconds until the timeout is over. Undefined without a timeout. */
  get remaining(): number | undefined {
    const remaining = this.#deadline - performance.now();
    return Number.isFinite(remaining) ? Math.max(0, remaining) : undefined;
  }
}
