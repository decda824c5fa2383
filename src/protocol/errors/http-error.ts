import { STATUSES, type Status } from "../../wire/errors.js";
import { type ErrorObject, errorObject, RequestError } from "./request-error.js";

/** A problem of which only a status and a sentence are known: what a framework or one of its hooks throws. */
export function httpError(status: number, detail: string): ErrorObject {
  if (!isKnown(status)) return { status, code: "error", title: "Error", detail };
  return errorObject(STATUSES[status].code, detail);
}

function isKnown(status: number): status is Status {
  return Object.hasOwn(STATUSES, status);
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
