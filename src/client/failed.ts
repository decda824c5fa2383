import { CONTENT_TYPE } from "../wire/headers.js";
import { isObject } from "../wire/notes/members.js";
import type { ClientStatus } from "../wire/errors.js";
import { type ErrorObject, fieldErrors, detailOf } from "./errors/error-fields.js";
import { ResponseError, Unexpected, unexpected } from "./errors/response-error.js";
import { CLASSES } from "./errors/errors.js";
import { readResult } from "./read/source.js";
import { loadSuperjson } from "./send/superjson.js";

/**
 * The error for a response that is not a JSON:API document, or is a document of errors.
 *
 * @param label The request, for messages: `GET /api/articles`.
 */
export async function failed(response: Response, label: () => string): Promise<ResponseError> {
  let sent: unknown;
  if (!response.ok) {
    const text = await response.text();
    try {
      sent = JSON.parse(text)?.errors;
    } catch {} // not JSON
  }
  const error = failedResponse(label(), response, sent);
  return error.status === 412 ? mismatchOf(error, label) : error;
}

/** @param sent The `errors` of the document, if there is a document. They can be anything. */
function failedResponse(label: string, response: Response, sent: unknown): ResponseError {
  const { ok, status, statusText } = response;
  const isListed = !ok && Array.isArray(sent) && sent.length > 0 && sent.every(isObject);
  if (!isListed && status < 500) return unexpected("malformed", noDocument(label, response), { response });

  const errors: readonly ErrorObject[] = isListed ? sent : [{ detail: statusText }];
  const [first = {}, ...others] = errors;
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  const code = typeof first.code === "string" ? first.code : status < 500 ? "" : "internal_error";
  // An operation declares the other codes of a 5xx. These two only say that the server failed or took too long.
  const isUnexpected = status >= 500 && /^(internal_error|timeout)$/.test(code);
  const Class = isUnexpected ? Unexpected : (CLASSES[status as ClientStatus] ?? ResponseError); // undefined for other statuses
  const detail = detailOf(first);
  return new (Class as typeof ResponseError)(
    // each class has literal types for its own status and code
    `${label} answered ${status}: ${detail ?? "no detail"}${more}`,
    { status, code, detail, errors, fields: fieldErrors(errors), response },
  );
}

function noDocument(label: string, { ok, status, type, headers }: Response): string {
  // A browser hides the status of a redirect that it did not follow.
  if (type === "opaqueredirect" || (status >= 300 && status < 400))
    return `${label} was redirected, and the client does not follow redirects. Set its url to the new address.`;
  const isWritten = ok && !label.startsWith("GET ");
  const advice = isWritten ? "The write may have been done: read the resource again." : "Check the url and any proxy.";
  return `${label} answered ${status} without a JSON:API document (${headers.get(CONTENT_TYPE) ?? "no type"}). ${advice}`;
}

/**
 * Adds the current resource to the error of a change that expected another version.
 *
 * @returns The error, or `malformed` if the resource cannot be read.
 */
async function mismatchOf(error: ResponseError, label: () => string): Promise<ResponseError> {
  const meta = error.errors[0]?.meta;
  if (error.code !== "version_mismatch" || meta?.current === undefined) return error; // a handler may throw it for another resource
  if (JSON.stringify(meta)?.includes('"superjson"')) await loadSuperjson();
  try {
    const current = readResult({ data: meta?.current as never, meta: meta as never }, [], "one", label); // `readResult` checks them
    return Object.assign(error, { current });
  } catch (cause) {
    return cause as ResponseError; // `readResult` throws nothing else
  }
}
