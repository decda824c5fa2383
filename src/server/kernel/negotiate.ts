import {
  asksForProfile,
  isJsonApi,
  negotiateAccept,
  negotiateContentType,
} from "../../protocol/negotiation/media-type.js";
import { errorObject, RequestError } from "../../protocol/errors/request-error.js";
import type { RequestState } from "./request-state.js";
import { isPromise, type MaybePromise, whenReady } from "./maybe-promise.js";

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
  return whenReady(hasBody(state), negotiateWithoutType, state);
}

function negotiateWithoutType(hasBody: boolean, state: RequestState): undefined {
  const contentType = negotiateContentType(state.request.contentType);
  if (hasBody && typeof contentType !== "string") throw unsupported(contentType.error);
  return negotiateResponse(state);
}

/**
 * The negotiation of a request that no route matches. The type of its body says nothing: the path is what is wrong. What JSON:API demands
 * of every request stays: 415 for its own type with unsupported parameters, and 406.
 */
export function negotiateUnmatched(state: RequestState): undefined {
  const { contentType } = state.request;
  const own = isJsonApi(contentType) ? negotiateContentType(contentType) : "plain";
  if (typeof own !== "string") throw unsupported(own.error);
  return negotiateResponse(state);
}

function unsupported(detail: string): RequestError {
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
  if (header === undefined) return undefined; // any type
  const accept = negotiateAccept(header, other);
  if (typeof accept !== "string") {
    throw new RequestError([errorObject("not_acceptable", accept.error, { header: "Accept" })]);
  }
  state.extendedResponse = accept === "extended";
  state.profileAsked = asksForProfile(header);
}
