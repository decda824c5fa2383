import { JSON_API } from "../../wire/json-api.js";
import type { MaybePromise } from "../maybe-promise.js";
import { documentError, type ErrorObject, RequestError } from "../errors/request-error.js";
import { type LinkageReader, readRelated } from "./linkage-reader.js";
import { type Body, isJsonObject, parseJson } from "./parse-document.js";
import type { ResourceInput, ResourceReader } from "./resource-reader.js";
import { fieldError } from "./validation-errors.js";

/**
 * Reads a body of `application/json`, which is a JSON:API document or a flat object. An object with `data` is a document, unless the resource
 * has a field of that name: then it is flat, and one that could be either is refused.
 *
 * @throws {RequestError} With every error in the body.
 */
export function readPlainResource(
  body: Body,
  reader: ResourceReader,
  nesting: number,
  urlId: string,
): MaybePromise<ResourceInput> {
  const value = parsePlain(body, nesting);
  if (!isJsonObject(value)) throw new RequestError([documentError("", "The body must be an object with the fields.")]);
  const { typeWithData } = reader;
  if (typeWithData === undefined) return reader.read(value, false, urlId, !Object.hasOwn(value, "data"));
  if (isJsonObject(value.data) && value.data.type === typeWithData) {
    const detail = `The body could be a JSON:API document or a flat object, because "${typeWithData}" has a field "data". Send a document as ${JSON_API}.`;
    throw new RequestError([fieldError("invalid_value", "data", "/data", detail)]);
  }
  return reader.read(value, false, urlId, true);
}

/**
 * The same for a change of a relationship, whose plain form is an id, a list of ids or null.
 *
 * @throws {RequestError} With every error in the body.
 */
export function readPlainRelated(body: Body, reader: LinkageReader, nesting: number): ReturnType<typeof readRelated> {
  const value = parsePlain(body, nesting);
  if (isJsonObject(value) && Object.hasOwn(value, "data")) return readRelated(value, false, reader, nesting);
  const errors: ErrorObject[] = [];
  const related = reader.read(value, "bare", "", errors);
  if (errors.length > 0) throw new RequestError(errors);
  return { related, at: "" };
}

function parsePlain(body: Body, nesting: number): unknown {
  if (isJsonObject(body)) return body;
  if (body) return parseJson(body, nesting);
  throw new RequestError([documentError("", "The body is empty. Send JSON.")]);
}
