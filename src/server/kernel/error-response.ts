import type { OperationInfo } from "../../define/types/operation-info.js";
import {
  type ErrorContext,
  errorObjectsOf,
  errorResponse,
  headersOf,
  internalError,
} from "../../protocol/errors/error-document.js";
import { droppedInside, holdsPromise } from "../../schema/dropped.js";
import { NO_HEADERS } from "../../protocol/errors/request-error.js";
import { DOCUMENT_HEADERS, mergeVary } from "../../protocol/negotiation/response-headers.js";
import { CONTENT_TYPE, VARY } from "../../wire/headers.js";
import { JSON_TEXT } from "../../wire/media-types.js";
import type { Reporter, ServerResponse } from "../http.js";
import { report } from "../report.js";

/** Returns the error document for what was thrown, and never throws. Reports an error that is not meant for the client, and sends its id. */
export function respondWithError(
  error: unknown,
  reporter: Reporter,
  fields: ErrorContext,
  operation: OperationInfo | undefined,
  errorTypes: string | undefined,
): ServerResponse {
  let reported = error;
  try {
    const objects = errorObjectsOf(error, fields);
    if (objects !== undefined) return errorResponse(objects, headersFor(error), errorTypes);
  } catch (cause) {
    reported = cause; // a getter of the error throws, so logging the error would throw too
    droppedInside(error); // of its headers and its meta
  }
  const id = crypto.randomUUID();
  report(reporter, { error: reported, id, operation });
  return errorResponse([internalError(id)], DOCUMENT_HEADERS, errorTypes);
}

/** An error document as plain JSON: without the member that has the version of JSON:API. */
export function asPlain(response: ServerResponse): ServerResponse {
  const { headers, body = "" } = response;
  return {
    ...response,
    headers: { ...headers, [CONTENT_TYPE]: JSON_TEXT },
    body: `{${body.slice(body.indexOf('"errors"'))}`,
  };
}

function headersFor(error: unknown): Readonly<Record<string, string>> {
  const headers = headersOf(error);
  if (headers === NO_HEADERS) return DOCUMENT_HEADERS;
  if (holdsPromise(headers)) throw new TypeError("The headers of an error contain a promise. Await it.");
  return withDocumentHeaders(headers);
}

function withDocumentHeaders(errorHeaders: Readonly<Record<string, string>>): Record<string, string> {
  const headers: Record<string, string> = { ...DOCUMENT_HEADERS };
  for (const [given, value] of Object.entries(errorHeaders)) {
    const name = given.toLowerCase();
    headers[name] = name === VARY ? mergeVary(headers[VARY] ?? "", value) : value;
  }
  return headers;
}
