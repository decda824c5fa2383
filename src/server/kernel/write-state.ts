import type { StatedKey } from "../../define/types/idempotency.js";
import type { EntityTag } from "../../protocol/negotiation/entity-tag.js";

/** What is known about an idempotent write, a write of a resource with versions, or a batch. Other requests do not have it. */
export class WriteState {
  /** The context before any middleware, by which fields are hidden. */
  ctx: object = {};
  /** The tags of `If-Match`. */
  precondition: "*" | readonly EntityTag[] | undefined = undefined;
  /** The context of a batch before its transaction. */
  outside: object = {};
  /** The members of the context that belong to the transaction of the batch. */
  members: Readonly<Record<PropertyKey, unknown>> | undefined = undefined;
  /** The key of an idempotent write, if the request has one. */
  key: StatedKey | undefined = undefined;
  /** The body of an action, which the fingerprint of the request needs before the input is read. */
  text: { readonly body: string | undefined } | undefined = undefined;
  /** Whether a response is kept that is ready only after the timeout, because the write is done and has no transaction. */
  readonly keepsLate: boolean;
  /** Whether the write is committed: then its response is final. */
  isCommitted = false;
  /** Whether nobody knows if the write is committed: then its key stays in use. */
  mayBeCommitted = false;

  constructor(keepsLate: boolean) {
    this.keepsLate = keepsLate;
  }
}
