import { DEFAULT_LIMITS } from "../limits.js";
import { documentError, type ErrorObject, errorObject, RequestError } from "../errors/request-error.js";

export type JsonObject = Readonly<Record<string, unknown>>;

// RFC 8259 allows parsers to ignore it. Some runtimes' decoders remove it, others do not.
const BYTE_ORDER_MARK = 0xfeff;

/** A body as text, or as the document that a request with several operations contains for one of them. */
export type Body = string | JsonObject | undefined;

/**
 * Parses a body as a JSON:API document. Throws a RequestError with status 400 if it is not one.
 *
 * @param nesting The maximum number of levels. A resource's attributes are at the fourth.
 */
export function parseDocument(body: Body, nesting = DEFAULT_LIMITS.nesting): JsonObject {
  if (typeof body === "object") return body;
  if (body === undefined || body === "")
    throw new RequestError([documentError("", "The body is empty. Send a JSON:API document.")]);
  const document = parseJson(body, nesting);
  if (!isJsonObject(document)) throw new RequestError([documentError("", "A JSON:API document must be an object.")]);
  return document;
}

/** @param shape What the data of the document must be. */
export function noData(shape: string): RequestError {
  return new RequestError([documentError("", `The document has no data. Send { "data": ${shape} }.`)]);
}

/** Parses a body. Throws a RequestError with status 400 if it is not JSON, or nested too deep. */
export function parseJson(body: string, nesting = DEFAULT_LIMITS.nesting): unknown {
  let value: unknown;
  try {
    value = JSON.parse(body.charCodeAt(0) === BYTE_ORDER_MARK ? body.slice(1) : body);
  } catch (error) {
    throw new RequestError([malformed(error)]);
  }
  if (isTooDeep(value, nesting)) {
    throw new RequestError([documentError("", `The document has more than ${nesting} levels, which is the maximum.`)]);
  }
  return value;
}

/** @param error What `JSON.parse` threw. */
export function malformed(error: unknown): ErrorObject {
  const reason = error instanceof Error ? error.message : "it cannot be parsed";
  return errorObject("malformed_json", `The body is not JSON: ${reason.slice(0, 200)}`, { pointer: "" });
}

export function isJsonObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Whether parsed JSON has more levels of objects and lists than allowed. */
export function isTooDeep(value: unknown, max: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (max === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (isTooDeep(item, max - 1)) return true;
    return false;
  }
  const members = value as Readonly<Record<string, unknown>>; // any object may be read by key
  for (const name in members) if (isTooDeep(members[name], max - 1)) return true;
  return false;
}
