import { FRAGMENT_IN_TARGET, INVALID_HOST, UNKNOWN_CODING } from "../protocol/errors/http-error.js";
import type { ErrorObject } from "../protocol/errors/request-error.js";

/** The characters that end the host of a URL, or that make a user of what precedes them; and what joins two headers. */
const BEYOND_HOST = /[/\\?#@\s]/;

/** The error of a request's head that RFC 9112 forbids, or that would change the path of a URL that is made of it. */
export function targetError(url: string, host = "", transferCoding?: string): ErrorObject | undefined {
  if (url.includes("#")) return FRAGMENT_IN_TARGET;
  if (BEYOND_HOST.test(host)) return INVALID_HOST;
  return transferCoding === undefined || /^chunked$/i.test(transferCoding) ? undefined : UNKNOWN_CODING;
}
