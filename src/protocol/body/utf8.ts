import { errorObject, RequestError } from "../errors/request-error.js";

// A byte order mark is left to the parser. A decoder that is not in a stream keeps no state, so one serves all.
const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a body. Throws a RequestError where it is not UTF-8: a lenient decoder would replace bytes, and they would be stored so. */
export function decodeUtf8(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return STRICT.decode(bytes);
  } catch {
    throw notUtf8();
  }
}

/** RFC 8259, 8.1: JSON that systems exchange is UTF-8. */
export function notUtf8(): RequestError {
  const detail = "The body is not valid UTF-8. Encode the JSON as UTF-8.";
  return new RequestError([errorObject("malformed_json", detail, { pointer: "" })]);
}
