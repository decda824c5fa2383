import { STATUSES, type Status } from "../../wire/errors.js";
import { type ErrorObject, errorObject, RequestError } from "./request-error.js";

/** An error from a status and a message, as a framework or its hooks throw it. */
export function httpError(status: number, detail: string): ErrorObject {
  if (!isKnown(status)) return { status, code: "error", title: "Error", detail };
  return errorObject(STATUSES[status].code, detail);
}

function isKnown(status: number): status is Status {
  return Object.hasOwn(STATUSES, status);
}

export function contentTooLarge(limit: number): RequestError {
  return new RequestError([httpError(413, `The body has more than ${limit} bytes, which is the maximum.`)]);
}

/** The client disconnected while it sent the body. This is not an error of the server. */
export function bodyBrokeOff(): RequestError {
  return new RequestError([httpError(400, "The body ended before it was complete.")]);
}

export const UNDECODABLE_PATH = httpError(400, "The path is not percent-encoded UTF-8.");

/** A request target must not have a fragment (RFC 9112, 3.2), because servers disagree about the end of the path then. */
export const FRAGMENT_IN_TARGET = httpError(400, 'The request target contains "#". Write "%23" for that character.');

/** RFC 9112, 3.2. */
export const INVALID_HOST = httpError(
  400,
  "The header Host must occur once, and be a host and a port only, such as example.com:8080.",
);

/** RFC 9112, 6.1: the body would be read as if it were not packed. */
export const UNKNOWN_CODING = httpError(400, "The header Transfer-Encoding must be chunked only.");

/** @param timeout Milliseconds, in which the body did not arrive. */
export function bodyTimeout(timeout: number): ErrorObject {
  return httpError(408, `The body did not arrive within ${timeout / 1000} s (the operation's option "timeout").`);
}
