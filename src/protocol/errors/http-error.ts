import { type ErrorObject, RequestError } from "./request-error.js";

const KINDS: Readonly<Record<number, readonly [code: string, title: string]>> = {
  400: ["bad_request", "Bad request"],
  401: ["unauthorized", "Unauthorized"],
  403: ["forbidden", "Forbidden"],
  404: ["not_found", "Not found"],
  405: ["method_not_allowed", "Method not allowed"],
  406: ["not_acceptable", "Not acceptable"],
  408: ["request_timeout", "Request timeout"],
  409: ["conflict", "Conflict"],
  410: ["gone", "Gone"],
  412: ["precondition_failed", "Precondition failed"],
  413: ["content_too_large", "Content too large"],
  414: ["uri_too_long", "URI too long"],
  415: ["unsupported_media_type", "Unsupported media type"],
  422: ["unprocessable_content", "Unprocessable content"],
  429: ["too_many_requests", "Too many requests"],
  431: ["request_header_fields_too_large", "Request header fields too large"],
  500: ["internal_error", "Internal server error"],
  503: ["service_unavailable", "Service unavailable"],
};

/** A problem of which only a status and a sentence are known: what a framework or one of its hooks throws. */
export function httpError(status: number, detail: string): ErrorObject {
  const [code, title] = KINDS[status] ?? ["error", "Error"];
  return { status, code, title, detail };
}

/** A body over the limit. */
export function contentTooLarge(limit: number): RequestError {
  return new RequestError([httpError(413, `The body is larger than the ${limit} bytes that are allowed.`)]);
}

/** A body that broke off. Nobody is left to be told, and it is not an error of the server. */
export function bodyBrokeOff(): RequestError {
  return new RequestError([httpError(400, "The body ended before it was complete.")]);
}

/** A path that names nothing in any encoding. */
export const UNDECODABLE_PATH = httpError(400, "The path is not percent-encoded UTF-8.");

/** A request target has no fragment (RFC 9112, 3.2): servers would disagree about where the path or the query ends. */
export const FRAGMENT_IN_TARGET = httpError(400, 'The request target contains "#". Write "%23" for that character.');
