import { dropped } from "../../schema/dropped.js";
import type { ErrorClass } from "../errors.js";
import type { MiddlewareArgs } from "../types/context.js";
import type { OperationInfo } from "../types/operation-info.js";

/** A middleware without its types. */
export interface MiddlewareSpec {
  readonly errors: readonly ErrorClass[];
  readonly "~run": (args: MiddlewareArgs<object>) => Promise<unknown>;
}

/**
 * Wraps a handler in middleware; the first runs first. It replaces the context in the arguments, so that the next middleware
 * and the handler see the additions. No other call shares the arguments.
 */
export function wrapInMiddleware<TArgs extends { ctx: object; readonly signal: AbortSignal }>(
  operation: OperationInfo,
  middleware: readonly MiddlewareSpec[],
  inner: (args: TArgs) => unknown,
): (args: TArgs) => unknown {
  return middleware.reduceRight<(args: TArgs) => unknown>((following, { "~run": run }) => {
    return (args) => {
      const proceed = async (add: object | undefined): Promise<unknown> => {
        if (add !== undefined) args.ctx = { ...args.ctx, ...add };
        return following(args);
      };
      const next = (add?: object): Promise<unknown> => {
        const running = proceed(add);
        dropped(running); // the middleware may throw before it awaits this
        return running;
      };
      // The type of `next` depends on what it adds, which is not known here.
      return run({ ctx: args.ctx, operation, signal: args.signal, next: next as MiddlewareArgs<object>["next"] });
    };
  }, inner);
}
