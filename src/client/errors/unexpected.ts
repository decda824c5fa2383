import { ResponseError } from "./error-response.js";

/**
 * Why a call failed in a way that no operation declares:
 *
 * - `not_sent`: the request could not be made (an id that no URL can hold, a `headers` function that threw, a value that
 *   JSON cannot carry), or was refused because its link leads to another origin;
 * - `network`: the server could not be reached, or the connection broke;
 * - `aborted`: by the caller's signal;
 * - `timeout`: no whole answer within the client's `timeout`, or, with the status 503, none within the server's;
 * - `malformed`: an answer that is no JSON:API document, such as a proxy's HTML page or truncated JSON, or not the one
 *   asked for;
 * - `internal_error`: the server failed, status 5xx;
 * - `ambiguous`: `find` met more than one resource.
 */
export type UnexpectedCode =
  | "not_sent"
  | "network"
  | "aborted"
  | "timeout"
  | "malformed"
  | "internal_error"
  | "ambiguous";

/** 0 where no answer came that can be trusted: `error.response?.status` has what came. */
export type UnexpectedStatus = 0 | 500 | 501 | 502 | 503 | 504;

/**
 * A call that failed in a way that no operation declares: see {@link UnexpectedCode}. What brought it about is its
 * `cause`, where something was thrown.
 */
export class Unexpected extends ResponseError<UnexpectedStatus, UnexpectedCode> {
  override name: string = "Unexpected";
}

/** An unexpected failure for which no answer can be trusted. */
export function unexpected(code: UnexpectedCode, message: string, init?: { cause?: unknown; response?: Response }) {
  return new Unexpected(message, { status: 0, code, ...init });
}
