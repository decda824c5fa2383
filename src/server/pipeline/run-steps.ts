import { wrapInMiddleware } from "../../define/model/middleware.js";
import { type OperationSpec, operationName } from "../../define/model/operation.js";
import type { RequestError } from "../../protocol/errors/request-error.js";
import { isPromise, type MaybePromise, whenReady } from "./maybe-promise.js";
import type { RequestState, RequestStep } from "./request-state.js";

/** Runs the steps from an index on. Stops at an error, and when the timeout is over. */
export function runSteps(
  steps: readonly RequestStep[],
  state: RequestState,
  from = 0,
): MaybePromise<RequestError | undefined> {
  for (let index = from; index < steps.length; index++) {
    const outcome = (steps[index] as RequestStep)(state); // the index is in the list
    if (outcome === undefined) continue;
    if (!isPromise(outcome) || index === steps.length - 1) return outcome;
    return outcome.then((error) => (error || state.isExpired ? error : runSteps(steps, state, index + 1)));
  }
  return undefined;
}

/** Puts the operation's middleware around steps. Middleware sees the errors of the steps thrown. */
export function aroundWithMiddleware(
  { info, middleware }: OperationSpec,
  steps: readonly RequestStep[],
): readonly RequestStep[] {
  if (middleware.length === 0) return steps;
  const run = wrapInMiddleware(info, middleware, (state: RequestState) => {
    if (state.isExpired)
      throw new Error(`${operationName(info)}: a middleware called next() when the timeout was over.`);
    return whenReady(runSteps(steps, state), throwReturned);
  });
  return [(state) => whenReady(run(state), () => undefined)];
}

export function throwReturned(error: RequestError | undefined): undefined {
  if (error !== undefined) throw error;
}

/** The error of an operation without a response. */
export function noResponse({ info }: OperationSpec): TypeError {
  return new TypeError(
    `${operationName(info)}: a middleware returned without calling next(). Return next()'s result, or throw.`,
  );
}
