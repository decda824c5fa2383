import { asksForProfile, isJsonApi, negotiateAccept, negotiateContentType } from "../protocol/media-type.js";
import { Refusal } from "../protocol/problem.js";
import type { Exchange } from "./exchange.js";

/**
 * JSON:API 1.1, "Content Negotiation": 415 for a body of another type, 406 for an Accept that excludes JSON:API. Without
 * a body, a Content-Type says nothing, and real clients send one; but JSON:API's own, with parameters that are not
 * supported, is refused wherever it stands.
 */
export async function negotiate(exchange: Exchange): Promise<void> {
  const { incoming } = exchange;
  const contentType = negotiateContentType(incoming.contentType);
  if (typeof contentType === "string") exchange.extendedBody = contentType === "extended";
  else if (isJsonApi(incoming.contentType) || (await exchange.readBody()))
    throw new Refusal([unsupported(contentType.refused)]);
  const accept = negotiateAccept(incoming.accept);
  if (typeof accept !== "string") throw new Refusal([notAcceptable(accept.refused)]);
  exchange.extendedAnswer = accept === "extended";
  exchange.profileAsked = asksForProfile(incoming.accept);
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
