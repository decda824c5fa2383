import { errorObject, RequestError } from "../../protocol/errors/request-error.js";
import { hasExtension, isJsonApi, negotiateContentType } from "../../protocol/negotiation/media-type.js";
import { ATOMIC, atomicType } from "../../wire/atomic.js";
import { negotiateResponse } from "../kernel/negotiate.js";
import type { RequestState } from "../kernel/request-state.js";

/** 415 for a body without the extension, 406 for an Accept that excludes JSON:API. */
export function negotiateBatch(state: RequestState): undefined {
  const { contentType } = state.request;
  const negotiated = negotiateContentType(contentType, ATOMIC);
  if (typeof negotiated !== "string" && isJsonApi(contentType)) throw unsupported(negotiated.error);
  if (typeof negotiated !== "string" || !hasExtension(contentType, ATOMIC))
    throw unsupported(`Operations need the header Content-Type: ${atomicType(false)}.`);
  state.extendedBody = negotiated === "extended";
  return negotiateResponse(state, ATOMIC);
}

function unsupported(detail: string): RequestError {
  return new RequestError([errorObject("unsupported_media_type", detail, { header: "Content-Type" })]);
}
