import { ApiError, ApiErrors } from "../../define/errors.js";
import type { HandlerArgs, OperationSpec } from "../../define/model/operation.js";
import { toEnvelope } from "../../define/model/response.js";
import { dropped, droppedInside } from "../../schema/dropped.js";
import { withAffectsHeader } from "../affects-header.js";
import type { ServerResponse } from "../http.js";
import type { Channel } from "../live/channel.js";
import type { Views } from "../visibility/views.js";
import { whenReady } from "./maybe-promise.js";
import { negotiate, negotiateUnmatched } from "./negotiate.js";
import type { RequestState, RequestStep } from "./request-state.js";
import { selectView } from "./select-view.js";
import { withHead } from "./with-head.js";

/** The steps before the middleware. */
export function headSteps(operation: OperationSpec, views: Views): readonly RequestStep[] {
  return [
    // A hidden operation must look like a path that does not exist, with any type of body.
    views.canHide(operation) ? negotiateUnmatched : negotiate, // 415, 406
    ...selectView(operation, views), // makes the context; 404 for an operation that is hidden from the caller
    ...(views.canHide(operation) ? [negotiate] : []),
  ];
}

/**
 * The steps within the middleware.
 *
 * @param send Prepares a response for sending. Only those of streams need it.
 */
export function handlerSteps(
  operation: OperationSpec,
  live: Channel | undefined,
  send?: (response: ServerResponse | Response, state: RequestState) => ServerResponse | Response,
): [read: RequestStep, handle: RequestStep] {
  const withAffects = withAffectsHeader(operation);
  return [
    (state) => state.view?.read(state), // 400, 404, 409, 413, 422
    callHandler(operation, live, (state, result) => {
      if (!state.view) return;
      const envelope = toEnvelope(result);
      const response = withAffects(withHead(state.view.write(envelope, state), envelope));
      state.response = send === undefined ? response : send(response, state);
    }),
  ];
}

/**
 * Calls the handler, and writes its result in the same turn in which it is known. A promise that the handler did not await, and that is
 * not written, must not end the process.
 */
export function callHandler(
  operation: OperationSpec,
  live: Channel | undefined,
  write: (state: RequestState, result: unknown) => void,
): RequestStep {
  const { handler } = operation;
  const note = live?.noting(operation);
  const take = (result: unknown, state: RequestState) => {
    state.result = result;
    note?.(state);
    try {
      if (!state.isExpired || state.write?.keepsLate) write(state, result);
      else droppedInside(result);
    } catch (error) {
      droppedInside(result);
      throw error;
    }
    return undefined;
  };
  return (state) => {
    try {
      return whenReady(handler(state.args as HandlerArgs), take, state, fail);
    } catch (error) {
      return fail(error);
    }
  };
}

/** Throws again what a handler threw, perhaps through a transaction, which is rolled back first. */
function fail(thrown: unknown): never {
  if (thrown instanceof ApiError || thrown instanceof ApiErrors) droppedInside(thrown);
  else dropped(thrown);
  throw thrown;
}
