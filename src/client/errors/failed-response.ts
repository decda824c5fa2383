import { STATUSES, type Status, type StatusRow } from "../../wire/errors.js";
import { type ErrorObject, fieldErrors, messageOf } from "./error-fields.js";
import type { ResponseError } from "./error-response.js";
import type { Unexpected } from "./unexpected.js";

const WRITTEN = " The write may have been done: read the resource again.";

/**
 * The error for an answer that is no JSON:API document, or one of errors. It is loaded with the first such answer, and
 * shares no module with what is there from the start: a bundler would cut that into pieces.
 */
export function failedAnswer(
  label: string,
  response: Response,
  told: unknown,
  Failed: typeof ResponseError,
  Unknown: typeof Unexpected,
): ResponseError {
  const { ok, status, statusText, headers } = response;
  const isTold =
    !ok && Array.isArray(told) && told.length > 0 && told.every((error) => typeof error === "object" && error !== null);
  if (!isTold && status < 500) {
    const type = headers.get("content-type") ?? "no type";
    // A browser hides the status of a redirect that it did not follow.
    const isRedirect = response.type === "opaqueredirect" || (status >= 300 && status < 400);
    const isDone = ok && !label.startsWith("GET ");
    const message = isRedirect
      ? `${label} was redirected, and the client does not follow redirects.`
      : `${label} answered ${status} with no JSON:API document (${type}).${isDone ? WRITTEN : ""}`;
    return new Unknown(message, { status: 0, code: "malformed", response });
  }
  const errors: readonly ErrorObject[] = isTold ? (told as ErrorObject[]) : [{ detail: statusText }];
  const [first = {}, ...others] = errors;
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  const code = typeof first.code === "string" ? first.code : status < 500 ? "" : "internal_error";
  // A 5xx with a code of its own was declared by somebody; any other says only that the server failed, or took too long.
  const isUnexpected = status >= 500 && /^(internal_error|timeout)$/.test(code);
  const Class = (isUnexpected ? Unknown : Failed) as typeof ResponseError; // status and code are its own
  const init = { name: nameOf(status), status, code, errors, fields: fieldErrors(errors), response };
  return new Class(`${label} answered ${status}: ${messageOf(first)}${more}`, init);
}

/** The name of the client's class of a status. */
function nameOf(status: number): string {
  const row: StatusRow | undefined = STATUSES[status as Status]; // undefined for other statuses
  return row && /both|client/.test(row.classes) ? row.name : "ResponseError";
}
