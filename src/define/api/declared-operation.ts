import { checkOperationSpec } from "../checks/operation.js";
import type { MiddlewareSpec } from "../model/middleware.js";
import type { DeclaredOptions, HandlerArgs, OperationSpec } from "../model/operation.js";
import type { ResourceSpec } from "../model/resource.js";
import type { OperationInfo } from "../types/operation-info.js";

type Handler = (args: HandlerArgs) => unknown;

/**
 * Makes the spec of an operation, and checks it.
 *
 * @param rest What the user passed behind the names: `(handler)` or `(options, handler)`.
 */
export function declaredOperation(
  info: OperationInfo,
  resource: ResourceSpec,
  apiMiddleware: readonly MiddlewareSpec[],
  rest: readonly unknown[],
): OperationSpec {
  const [options, handler] = splitOptions(rest);
  const operation = { info, resource, options, middleware: options.middleware ?? apiMiddleware, handler };
  checkOperationSpec(operation);
  return operation;
}

function splitOptions(rest: readonly unknown[]): [DeclaredOptions, Handler] {
  const [first, second] = rest;
  if (typeof first === "function") return [{}, first as Handler];
  if (typeof second === "function") return [(first ?? {}) as DeclaredOptions, second as Handler];
  throw new TypeError("Pass a handler, or options followed by a handler.");
}
