import {
  asksForProfile,
  isJsonApi,
  negotiateAccept,
  negotiateContentType,
} from "../../protocol/negotiation/media-type.js";
import { errorObject, RequestError } from "../../protocol/errors/request-error.js";
import type { RequestState } from "./request-state.js";
import { isPromise, whenReady } from "./maybe-promise.js";

/**
 * JSON:API 1.1, "Content Negotiation": 415 for a body of another type, 406 for an Accept that excludes JSON:API. A
 * Content-Type without a body is ignored, because real clients send one. But JSON:API's own type with unsupported
 * parameters is always a 415.
 */
export function negotiate(state: RequestState): undefined | Promise<undefined> {
  const { request } = state;
  const contentType = negotiateContentType(request.contentType);
  if (typeof contentType !== "string") {
    const body = isJsonApi(request.contentType) ? "any" : state.readBody();
    if (isPromise(body)) return whenReady(body, (text) => finish(state, text && contentType.error));
    return finish(state, body && contentType.error);
  }
  state.extendedBody = contentType === "extended";
  return finish(state, undefined);
}

/** @param bodyError The message of the 415 error, if there is one. */
function finish(state: RequestState, bodyError: string | undefined): undefined {
  if (bodyError) throw new RequestError([errorObject("unsupported_media_type", bodyError, { header: "Content-Type" })]);
  const header = state.request.accept;
  const accept = negotiateAccept(header);
  if (typeof accept !== "string")
    throw new RequestError([errorObject("not_acceptable", accept.error, { header: "Accept" })]);
  state.extendedResponse = accept === "extended";
  state.profileAsked = asksForProfile(header);
}
