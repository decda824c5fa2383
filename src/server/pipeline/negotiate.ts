import {
  asksForProfile,
  isJsonApi,
  negotiateAccept,
  negotiateContentType,
} from "../../protocol/negotiation/media-type.js";
import { Refusal } from "../../protocol/errors/request-error.js";
import type { Exchange } from "./request-state.js";
import { isPromised } from "./maybe-promise.js";

/**
 * JSON:API 1.1, "Content Negotiation": 415 for a body of another type, 406 for an Accept that excludes JSON:API. Without
 * a body, a Content-Type says nothing, and real clients send one; but JSON:API's own, with parameters that are not
 * supported, is refused wherever it stands.
 */
export function negotiate(exchange: Exchange): undefined | Promise<undefined> {
  const { incoming } = exchange;
  const contentType = negotiateContentType(incoming.contentType);
  if (typeof contentType !== "string") {
    const body = isJsonApi(incoming.contentType) ? "whatever it is" : exchange.readBody();
    if (isPromised(body)) return body.then((text) => judge(exchange, text && contentType.refused));
    return judge(exchange, body && contentType.refused);
  }
  exchange.extendedBody = contentType === "extended";
  return judge(exchange, undefined);
}

/** @param refused Why the body's type is refused; nothing where it is not, or where there is no body. */
function judge(exchange: Exchange, refused: string | undefined): undefined {
  if (refused) throw new Refusal([unsupported(refused)]);
  const header = exchange.incoming.accept;
  const accept = negotiateAccept(header);
  if (typeof accept !== "string") throw new Refusal([notAcceptable(accept.refused)]);
  exchange.extendedAnswer = accept === "extended";
  exchange.profileAsked = asksForProfile(header);
}

function unsupported(detail: string) {
  return {
    status: 415,
    code: "unsupported_media_type",
    title: "Unsupported media type",
    detail,
    source: { header: "Content-Type" },
  };
}

function notAcceptable(detail: string) {
  return { status: 406, code: "not_acceptable", title: "Not acceptable", detail, source: { header: "Accept" } };
}
