import { own } from "../../wire/notes/note.js";
import { DEFAULT_LIMITS } from "../limits.js";
import { documentError, type ErrorObject, RequestError, throwIfAny } from "../errors/request-error.js";
import type { LinkageReader } from "./linkage-reader.js";
import { type Body, parseDocument } from "./parse-document.js";
import { pointer } from "./pointer.js";
import { RELATED_MEMBER } from "../../wire/json-api.js";

/**
 * Reads a relationship document. Returns the id, the ids or null, as the handler gets them.
 *
 * @param extended Whether the request's media type has the extension, which allows bare ids.
 * @param nesting The maximum number of levels. * @throws {RequestError} With every error in the document.
 */
export function readRelated(
  body: Body,
  extended: boolean,
  reader: LinkageReader,
  nesting = DEFAULT_LIMITS.nesting,
): unknown {
  const document = parseDocument(body, nesting);
  const bare = extended ? own(document, RELATED_MEMBER) : undefined;
  const data = own(document, "data");
  if (bare !== undefined && data !== undefined) {
    throw new RequestError([
      documentError("", `The document has both ${RELATED_MEMBER} and data. Send only one of them.`),
    ]);
  }
  if (bare === undefined && data === undefined)
    throw new RequestError([documentError("", "The document has no data.")]);
  const errors: ErrorObject[] = [];
  const related =
    bare === undefined
      ? reader.read(data, "identifiers", "/data", errors)
      : reader.read(bare, "bare", pointer("", RELATED_MEMBER), errors);
  throwIfAny(errors);
  return related;
}
