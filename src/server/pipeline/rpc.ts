import { isComplete } from "../../define/model/complete-response.js";
import { type OperationSpec, operationName } from "../../define/model/operation.js";
import { withAffectsHeader } from "../affects-header.js";
import { RequestArgs } from "./handler-args.js";
import { type OpenStreams, withoutBody } from "./open-streams.js";
import { compileReadId } from "./read-request.js";
import type { RequestState, RequestStep } from "./request-state.js";

/** @param bodySize The maximum number of bytes of a body, unless the operation sets its own. */
export function readRpc(operation: OperationSpec, bodySize: number): RequestStep {
  const limit = operation.options.bodySize ?? bodySize;
  const readId = compileReadId(operation);
  return (state) => {
    const args = RequestArgs.of(state);
    args.id = readId(state.id);
    args.request = state.request.toRequest(limit, state.signal);
    state.args = args;
    return undefined;
  };
}

export function writeRpc(operation: OperationSpec, streams: OpenStreams) {
  const withAffects = withAffectsHeader(operation);
  return (state: RequestState, result: unknown): void => {
    if (!(result instanceof Response) || result.type === "error") {
      throw new TypeError(
        `${operationName(operation.info)}: an rpc handler must return a Response that can be sent. Return json(value), or new Response().`,
      );
    }
    const response = withAffects(result);
    if (state.request.method === "HEAD" || state.isAborted) state.response = withoutBody(response, state);
    else state.response = isComplete(result) ? response : streams.watch(response, state);
  };
}
