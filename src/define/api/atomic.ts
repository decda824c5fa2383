import type { MiddlewareSpec } from "../model/middleware.js";
import type { AtomicSpec } from "../model/router.js";
import type { AtomicOptions, AtomicSentence } from "../types/router-options.js";
import { API_RESOURCE } from "./action.js";
import { checkOptionNames } from "../model/names.js";
import { requireLimit } from "../model/limit.js";

const DEFAULT_MAX = 50;

/** Makes the operation behind `POST /operations`. Middleware sees it as a command of the API, whose name no other action can have. */
export function atomicSpec(
  option: true | AtomicOptions,
  transaction: unknown,
  middleware: readonly MiddlewareSpec[],
): AtomicSpec {
  checkAtomic(option, transaction);
  const { max = DEFAULT_MAX, idempotent = false } = option === true ? {} : option;
  const operation = {
    info: { type: "", kind: "command", place: "api", action: "operations", label: "POST /operations" },
    resource: API_RESOURCE,
    options: { idempotent },
    middleware,
    handler: () => undefined, // each of its operations has its own
  } as const;
  return { max, operation };
}

const WITHOUT_TRANSACTION: AtomicSentence =
  "atomic needs the option transaction. Add transaction: data.transaction, or a function that opens one.";

/** Throws if the option `atomic` is not valid, or needs a transaction that is missing. */
function checkAtomic(atomic: true | AtomicOptions, transaction: unknown): void {
  if (transaction === undefined) throw new TypeError(`t.router: ${WITHOUT_TRANSACTION}`);
  if (atomic === true) return;
  if (typeof atomic !== "object" || atomic === null) {
    throw new TypeError("t.router: atomic must be true or an object, such as { max: 100 }.");
  }
  checkOptionNames("t.router: atomic", atomic, { max: true, idempotent: true });
  const { max, idempotent = false } = atomic;
  if (max !== undefined) requireLimit("t.router: atomic.max", max);
  if (typeof idempotent !== "boolean" && idempotent !== "required") {
    throw new TypeError('t.router: atomic.idempotent must be true, false or "required".');
  }
}
