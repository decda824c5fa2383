import {
  asksForProfile,
  isJsonApi,
  negotiateAccept,
  negotiateContentType,
  mediaTypeOf,
} from "../../protocol/negotiation/media-type.js";
import { errorObject, RequestError } from "../../protocol/errors/request-error.js";
import { JSON_API } from "../../wire/json-api.js";
import type { RequestState } from "./request-state.js";
import { isPromise, type MaybePromise, whenReady } from "../../protocol/maybe-promise.js";
import { type OperationSpec, operationName } from "../../define/model/operation.js";
import { quoteShort } from "../../protocol/text/json-text.js";

/**
 * JSON:API 1.1, "Content Negotiation": 415 for a body of another type, 406 for an Accept that excludes JSON:API. A
 * Content-Type without a body is ignored, because real clients send one. But JSON:API's own type with unsupported
 * parameters is always a 415.
 */
export function negotiate(state: RequestState): MaybePromise<undefined> {
  const { method, contentType: header } = state.request;
  if (header === undefined && (method === "GET" || method === "HEAD")) return negotiateResponse(state); // neither has a body
  const contentType = negotiateContentType(header);
  if (typeof contentType === "string") {
    state.extendedBody = contentType === "extended";
    return negotiateResponse(state);
  }
  if (isJsonApi(header)) throw unsupported(contentType.error);
  return whenReady(hasBody(state), (isThere) => {
    if (isThere) throw unsupported(contentType.error);
    return negotiateResponse(state);
  });
}

/**
 * The negotiation of a request that no route matches. The type of its body says nothing: the path is what is wrong. What JSON:API demands
 * of every request stays: 415 for its own type with unsupported parameters, and 406.
 */
export function negotiateUnmatched(state: RequestState): undefined {
  const { contentType } = state.request;
  const negotiated = isJsonApi(contentType) ? negotiateContentType(contentType) : "plain";
  if (typeof negotiated !== "string") throw unsupported(negotiated.error);
  return negotiateResponse(state);
}

export function unsupported(detail: string): RequestError {
  return new RequestError([errorObject("unsupported_media_type", detail, { header: "Content-Type" })]);
}

/** A body that cannot be read is a body, too: every adapter responds with 415, and not with what else is wrong. */
function hasBody(state: RequestState): MaybePromise<boolean> {
  try {
    const body = state.readBody();
    return isPromise(body) ? body.then(Boolean, () => true) : Boolean(body);
  } catch {
    return true;
  }
}

/** @param other An extension that only this response supports. */
export function negotiateResponse(state: RequestState, other?: string): undefined {
  const header = state.request.accept;
  if (header === undefined || header === JSON_API || state.plainResponse) return undefined; // any type, or one that is decided
  const accept = negotiateAccept(header, other);
  if (typeof accept !== "string") {
    throw new RequestError([errorObject("not_acceptable", accept.error, { header: "Accept" })]);
  }
  state.extendedResponse = accept === "extended";
  state.profileAsked = asksForProfile(header);
}

/**
 * Checks a request's Content-Type and Accept.
 *
 * @param types The media types of the body. Undefined for an action that does not read it: then it may have any type.
 * @throws {RequestError} 415 for a body of another type than the input's, 406 if rows are returned and Accept excludes JSON:API.
 */
export function negotiateAction(
  operation: OperationSpec,
  types: readonly string[] | undefined,
  state: RequestState,
): void {
  if (types !== undefined) requireType(state, types, operation);
  if (operation.options.returns !== undefined) negotiateResponse(state);
}

function requireType({ request }: RequestState, types: readonly string[], { info }: OperationSpec): void {
  const header = request.contentType;
  if (header === undefined || types.includes(mediaTypeOf(header))) return;
  const detail = `${operationName(info)} takes a body of type ${types.join(" or ")}, not ${quoteShort(header, 100)}.`;
  throw new RequestError([errorObject("unsupported_media_type", detail, { header: "Content-Type" })]);
}
