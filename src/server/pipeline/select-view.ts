import type { OperationSpec } from "../../define/model/operation.js";
import { errorObjectsOf } from "../../protocol/errors/error-document.js";
import { compileView } from "../visibility/operation-view.js";
import type { View, Views } from "../visibility/views.js";
import { makeContext } from "./make-context.js";
import { NO_FIELDS, type OperationView, type RequestState, type RequestStep } from "./request-state.js";

/** Makes the context, and finds the operation as its caller sees it. Throws a 404 if it is hidden from the caller. */
export function selectView(operation: OperationSpec, views: Views): readonly RequestStep[] {
  return [views.canHide(operation) ? makeContextOfHidden(views) : makeContext, findView(operation, views)];
}

/** Finds the operation as the caller of the context sees it. Throws a 404 if it is hidden from the caller. */
export function findView(operation: OperationSpec, views: Views): RequestStep {
  const viewIn = compiledViews(operation);
  return (state) => {
    const view = views.of(state.ctx);
    state.view = viewIn(view);
    if (state.view === undefined) throw noRouteError(view, state);
    return undefined;
  };
}

/** Returns a function that compiles an operation once for each view. It returns undefined if the operation is hidden. */
export function compiledViews(operation: OperationSpec): (view: View) => OperationView | undefined {
  const known = new WeakMap<View, OperationView>();
  return (view) => {
    const compiled = known.get(view) ?? compileView(operation, view);
    if (compiled !== undefined) known.set(view, compiled);
    return compiled;
  };
}

/**
 * Makes the context for an operation that some callers cannot see. While the server does not know the caller, an error
 * must not reveal the operation.
 */
function makeContextOfHidden(views: Views): RequestStep {
  return async (state) => {
    try {
      return await makeContext(state);
    } catch (error) {
      if (errorObjectsOf(error, NO_FIELDS) === undefined) throw error;
      throw noRouteError(views.least, state);
    }
  };
}

/** The error that a caller gets for a route that does not exist. */
function noRouteError({ table }: View, { request }: RequestState): unknown {
  try {
    table.match(request.method, request.path);
  } catch (error) {
    return error;
  }
  return new TypeError(`Internal error: the router matched ${request.path}, which is hidden from this caller.`);
}
