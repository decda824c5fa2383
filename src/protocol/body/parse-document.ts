import { DEFAULT_LIMITS } from "../limits.js";
import { documentError, type ErrorObject, errorObject, RequestError } from "../errors/request-error.js";
import { isTooDeep } from "./json-depth.js";

export type JsonObject = Readonly<Record<string, unknown>>;

// RFC 8259 lets a parser ignore it. Decoders of one runtime take it off, those of another leave it.
const BYTE_ORDER_MARK = 0xfeff;

/**
 * Parses a body into a JSON:API document: an object. Throws a RequestError with 400 where it is none.
 *
 * @param nesting Levels that it may have. A resource's attributes are the fourth.
 */
export function parseDocument(body: string | undefined, nesting = DEFAULT_LIMITS.nesting): JsonObject {
  if (body === undefined || body === "")
    throw new RequestError([documentError("", "The body is empty; it must be a JSON:API document.")]);
  const document = parseJson(body, nesting);
  if (!isJsonObject(document)) throw new RequestError([documentError("", "A JSON:API document is an object.")]);
  return document;
}

/** Parses a body. Throws a RequestError with 400 where it is no JSON, or nested too deep to be walked. */
export function parseJson(body: string, nesting = DEFAULT_LIMITS.nesting): unknown {
  let value: unknown;
  try {
    value = JSON.parse(body.charCodeAt(0) === BYTE_ORDER_MARK ? body.slice(1) : body);
  } catch (error) {
    throw new RequestError([malformed(error)]);
  }
  if (isTooDeep(value, nesting)) {
    const detail = `The document is nested deeper than the ${nesting} levels that are allowed.`;
    throw new RequestError([documentError("", detail)]);
  }
  return value;
}

function malformed(error: unknown): ErrorObject {
  const reason = error instanceof Error ? error.message : "it cannot be parsed";
  return errorObject("malformed_json", `The body is not JSON: ${reason.slice(0, 200)}`, { pointer: "" });
}

export function isJsonObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
