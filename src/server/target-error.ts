import { FRAGMENT_IN_TARGET, INVALID_HOST } from "../protocol/errors/http-error.js";
import type { ErrorObject } from "../protocol/errors/request-error.js";

/** The characters that end the host of a URL, or that make a user of what precedes them. */
const BEYOND_HOST = /[/\\?#@]/;

/** The error of a request target that RFC 9112 forbids, or that would change the path of a URL that is made of it. */
export function targetError(url: string, host = ""): ErrorObject | undefined {
  if (url.includes("#")) return FRAGMENT_IN_TARGET;
  return BEYOND_HOST.test(host) ? INVALID_HOST : undefined;
}
