import { checkKnownKeys } from "../model/known-keys.js";
import { requireLimit } from "../model/limit.js";
import type { AtomicOptions, AtomicSentence } from "../types/atomic.js";

const WITHOUT_TRANSACTION: AtomicSentence =
  "atomic needs the option transaction. Add transaction: data.transaction, or a function that opens one.";

/** Throws if the option `atomic` is not valid, or needs a transaction that is missing. */
export function checkAtomic(atomic: true | AtomicOptions, transaction: unknown): void {
  if (transaction === undefined) throw new TypeError(`t.router: ${WITHOUT_TRANSACTION}`);
  if (atomic === true) return;
  if (typeof atomic !== "object" || atomic === null) {
    throw new TypeError("t.router: atomic must be true or an object, such as { max: 100 }.");
  }
  checkKnownKeys("t.router: atomic", atomic, { max: true, idempotent: true });
  const { max, idempotent = false } = atomic;
  if (max !== undefined) requireLimit("t.router: atomic.max", max);
  if (typeof idempotent !== "boolean" && idempotent !== "required") {
    throw new TypeError('t.router: atomic.idempotent must be true, false or "required".');
  }
}
