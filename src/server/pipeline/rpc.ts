import { isComplete } from "../../define/model/complete-response.js";
import { type OperationSpec, operationName } from "../../define/model/operation.js";
import { CONTENT_LENGTH } from "../../wire/headers.js";
import { wrongHeaders } from "../../protocol/negotiation/response-headers.js";
import { withAffectsHeader } from "../affects-header.js";
import { RequestArgs } from "./handler-args.js";
import { type OpenStreams, withBody, withoutBody } from "./open-streams.js";
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
    const isHead = state.request.method === "HEAD";
    const response = withAffects(withTrueHeaders(result, isHead));
    if (isHead || state.isAborted) state.response = withoutBody(response, state);
    else if (isComplete(result) && !response.headers.has(CONTENT_LENGTH)) state.response = response;
    else state.response = streams.watch(response, state);
  };
}

function withTrueHeaders(response: Response, isHead: boolean): Response {
  const wrong = wrongHeaders(response, isHead);
  if (wrong.length === 0) return response;
  const copy = withBody(response, response.body);
  for (const name of wrong) copy.headers.delete(name);
  return copy;
}
