import { checkKnownKeys } from "../model/known-keys.js";
import { requireLimit } from "../model/limit.js";
import type { AtomicOptions, AtomicSentence } from "../types/router-options.js";

const WITHOUT_TRANSACTION: AtomicSentence =
  "atomic needs the option transaction. Add transaction: data.transaction, or a function that opens one.";
/** Throws for a resource or an action of the API with the path of `atomic`. */
export function checkAtomicPath(names: readonly (string | undefined)[]): void {
  if (!names.includes("operations")) return;
  throw new TypeError(
    't.router: the option atomic serves "/operations", so no resource and no action of the API may be called "operations". Rename it.',
  );
}

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
