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
 * JSON:API 1.1, "Content Negotiation": 415 for a body of another type, 406 for an Accept that excludes JSON:API. Without
 * a body, a Content-Type says nothing, and real clients send one; but JSON:API's own, with parameters that are not
 * supported, is refused wherever it stands.
 */
export function negotiate(state: RequestState): undefined | Promise<undefined> {
  const { request } = state;
  const contentType = negotiateContentType(request.contentType);
  if (typeof contentType !== "string") {
    const body = isJsonApi(request.contentType) ? "whatever it is" : state.readBody();
    if (isPromise(body)) return whenReady(body, (text) => judge(state, text && contentType.error));
    return judge(state, body && contentType.error);
  }
  state.extendedBody = contentType === "extended";
  return judge(state, undefined);
}

/** @param refused Why the body's type is refused; nothing where it is not, or where there is no body. */
function judge(state: RequestState, refused: string | undefined): undefined {
  if (refused) throw new RequestError([errorObject("unsupported_media_type", refused, { header: "Content-Type" })]);
  const header = state.request.accept;
  const accept = negotiateAccept(header);
  if (typeof accept !== "string")
    throw new RequestError([errorObject("not_acceptable", accept.error, { header: "Accept" })]);
  state.extendedResponse = accept === "extended";
  state.profileAsked = asksForProfile(header);
}
