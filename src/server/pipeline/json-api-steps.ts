import type { OperationSpec } from "../../define/model/operation.js";
import { OPERATIONS } from "../../wire/operations.js";
import { tagResponse } from "../versions/tag-response.js";
import type { Views } from "../visibility/views.js";
import { handlerSteps, headSteps } from "./handler-steps.js";
import type { RequestStep } from "./request-state.js";
import { aroundWithMiddleware } from "./run-steps.js";
import { type Writes, writeSteps } from "./write-steps.js";

/**
 * The steps of a request for a JSON:API operation, in their order.
 *
 * Middleware runs before the request is read, so that a caller whom it turns away learns nothing else about the request.
 * It runs around the writing of the response, so that a transaction that it opens commits only what can be sent.
 */
export function jsonApiSteps(operation: OperationSpec, views: Views, writes: Writes): readonly RequestStep[] {
  const { info, resource, options } = operation;
  const isVersioned = resource.version !== undefined;
  if (isVersioned && info.kind === "getOne")
    return [...headSteps(operation, views), ...aroundWithMiddleware(operation, taggedSteps(operation))];
  if (options.idempotent || (isVersioned && OPERATIONS[info.kind].method !== "GET"))
    return writeSteps(operation, views, writes);
  return [...headSteps(operation, views), ...aroundWithMiddleware(operation, handlerSteps(operation, writes.live))];
}

function taggedSteps(operation: OperationSpec): readonly RequestStep[] {
  return [...handlerSteps(operation, undefined), tagResponse(operation)];
}
