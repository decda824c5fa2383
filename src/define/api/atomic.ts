import { checkAtomic } from "../checks/atomic.js";
import type { MiddlewareSpec } from "../model/middleware.js";
import type { AtomicSpec } from "../model/router.js";
import type { AtomicOptions } from "../types/router-options.js";
import { API_RESOURCE } from "./api-resource.js";

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
