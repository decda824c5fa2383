import type { ErrorClass } from "../errors.js";
import type { MiddlewareArgs } from "../types/middleware.js";
import type { OperationInfo } from "../types/operation-info.js";

/** What the engine reads of a middleware. */
export interface MiddlewareSpec {
  readonly errors: readonly ErrorClass[];
  readonly "~run": (args: MiddlewareArgs<object>) => Promise<unknown>;
}

interface Args {
  ctx: object;
  readonly signal: AbortSignal;
}

/**
 * Puts middleware around what runs inside it, the first outermost. The arguments are one call's own: their context is
 * replaced in place, so that what follows sees what was added.
 */
export function wrapInMiddleware<TArgs extends Args>(
  operation: OperationInfo,
  middleware: readonly MiddlewareSpec[],
  inner: (args: TArgs) => unknown,
): (args: TArgs) => unknown {
  return middleware.reduceRight<(args: TArgs) => unknown>((following, { "~run": run }) => {
    return (args) => {
      const next = async (add?: object): Promise<unknown> => {
        if (add !== undefined) args.ctx = { ...args.ctx, ...add };
        return following(args);
      };
      // `next` is typed by what it adds; here, where all additions meet, that type is gone.
      return run({ ctx: args.ctx, operation, signal: args.signal, next: next as MiddlewareArgs<object>["next"] });
    };
  }, inner);
}
