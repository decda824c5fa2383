import type { OperationInfo } from "../../define/types/operation-info.js";
import {
  type ErrorContext,
  errorObjectsOf,
  errorResponse,
  headersOf,
  internalError,
} from "../../protocol/errors/error-document.js";
import { NO_HEADERS } from "../../protocol/errors/request-error.js";
import { DOCUMENT_HEADERS, mergeVary } from "../../protocol/negotiation/response-headers.js";
import type { Reporter, ServerResponse } from "../http.js";
import { report } from "../report.js";

/** Returns the error document for what was thrown. Reports an error that is not meant for the client, and sends its id. */
export function respondWithError(
  error: unknown,
  reporter: Reporter,
  fields: ErrorContext,
  operation: OperationInfo | undefined,
): ServerResponse {
  const objects = errorObjectsOf(error, fields);
  const own = headersOf(error);
  const headers = own === NO_HEADERS ? DOCUMENT_HEADERS : withDocumentHeaders(own);
  if (objects !== undefined) return errorResponse(objects, headers);
  const id = crypto.randomUUID();
  report(reporter, { error, id, operation });
  return errorResponse([internalError(id)], headers);
}

function withDocumentHeaders(own: Readonly<Record<string, string>>): Record<string, string> {
  const headers: Record<string, string> = { ...DOCUMENT_HEADERS };
  for (const [given, value] of Object.entries(own)) {
    const name = given.toLowerCase();
    headers[name] = name === "vary" ? mergeVary(headers.vary ?? "", value) : value;
  }
  return headers;
}
