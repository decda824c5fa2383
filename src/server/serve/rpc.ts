import { isComplete } from "../../define/model/json.js";
import { type OperationSpec, operationName } from "../../define/model/operation.js";
import { malformed } from "../../protocol/body/parse-document.js";
import { RequestError } from "../../protocol/errors/request-error.js";
import type { Limits } from "../../protocol/limits.js";
import { wrongHeaders } from "../../protocol/negotiation/response-headers.js";
import { CONTENT_LENGTH } from "../../wire/headers.js";
import { withAffects } from "../affects-header.js";
import { withBody } from "../http.js";
import { refuseCrossSite } from "../kernel/cross-site.js";
import type { OperationView, RequestState } from "../kernel/request-state.js";
import { compileReadId, RequestArgs } from "./read-request.js";
import { callHandler, runMiddlewareInTime } from "./serve.js";
import type { ServedOperation, Way } from "./served-api.js";

/** An rpc: the request is not negotiated, and the handler's response is sent as it is. */
export function rpc(spec: OperationSpec, limits: Limits): Way {
  const read = compileReadRpc(spec, limits);
  return {
    async serve(operation, state) {
      refuseCrossSite(spec, operation.api.shared.allowedOrigins, state.request); // 403
      state.ctx = await state.request.makeContext(); // what the context throws
      await runMiddlewareInTime(operation, state);
    },
    async withinMiddleware(operation, state) {
      read(state); // 404, 413
      await callHandler(operation, state);
    },
    respond: rpcResponse,
  };
}

/** Compiles the reader of an rpc's requests. */
function compileReadRpc(operation: OperationSpec, limits: Limits): OperationView["read"] {
  const limit = operation.options.bodySize ?? limits.bodySize;
  const readId = compileReadId(operation);
  return (state) => {
    const args = RequestArgs.of(state, readId(state.id));
    args.request = readingJson(state.request.toRequest(limit, state.life.signal));
    return undefined;
  };
}

/** A body that is not JSON is the client's mistake: as a SyntaxError, it would be a 500. */
function readingJson(request: Request): Request {
  const { json } = request;
  const value = () =>
    json.call(request).catch((error: unknown) => {
      throw (error as Error).name === "SyntaxError" ? new RequestError([malformed(error)]) : error; // a runtime may have a SyntaxError of its own
    });
  return Object.defineProperty(request, "json", { value }); // not assigned, because Hono's request on Node has a read-only one
}

/** Makes the response of an rpc ready to be sent. */
function rpcResponse({ spec, api, affects }: ServedOperation, state: RequestState): Response {
  const { result } = state;
  if (!(result instanceof Response) || result.type === "error") {
    throw new TypeError(
      `${operationName(spec.info)}: an rpc handler must return a Response that can be sent. Return json(value), or new Response().`,
    );
  }
  if (result.bodyUsed || result.body?.locked)
    throw new TypeError(
      `${operationName(spec.info)}: the body of the Response was read before. Return a response.clone() made before that.`,
    );
  const isHead = state.request.method === "HEAD";
  const written = withTrueHeaders(result, isHead);
  const response = affects === undefined ? written : withAffects(written, affects);
  const needsNoWatch = !isHead && isComplete(result) && !response.headers.has(CONTENT_LENGTH);
  return needsNoWatch && !state.life.isAborted ? response : api.shared.streams.send(response, state);
}

function withTrueHeaders(response: Response, isHead: boolean): Response {
  const wrong = wrongHeaders(response, isHead);
  if (wrong.length === 0) return response;
  const copy = withBody(response, response.body);
  for (const name of wrong) copy.headers.delete(name);
  return copy;
}
