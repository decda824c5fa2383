import { ResponseError } from "./error-response.js";

/**
 * The reason for an {@link Unexpected} error:
 *
 * - `not_sent`: the client could not make the request (an id that a URL cannot contain, a `headers` function that threw, a
 *   value that JSON cannot carry), or refused it because its link leads to another origin;
 * - `network`: the server could not be reached, or the connection broke;
 * - `aborted`: the caller's signal aborted the request;
 * - `timeout`: the response took longer than the client's `timeout`, or, with status 503, longer than the server's;
 * - `malformed`: the response is not a JSON:API document, such as a proxy's HTML page or truncated JSON, or not the document
 *   that the client requested;
 * - `internal_error`: the server failed, with a status 5xx;
 * - `ambiguous`: `find` found more than one resource.
 */
export type UnexpectedCode =
  | "not_sent"
  | "network"
  | "aborted"
  | "timeout"
  | "malformed"
  | "internal_error"
  | "ambiguous";

/** 0 if there was no valid response: `error.response?.status` has the status that was received, if any. */
export type UnexpectedStatus = 0 | 500 | 501 | 502 | 503 | 504;

/** The error of a call that failed in a way that operations do not declare. If something was thrown, it is the `cause`. */
export class Unexpected extends ResponseError<UnexpectedStatus, UnexpectedCode> {
  override name: string = "Unexpected";
}

/** An unexpected failure without a valid response. */
export function unexpected(code: UnexpectedCode, message: string, init?: { cause?: unknown; response?: Response }) {
  return new Unexpected(message, { status: 0, code, ...init });
}
