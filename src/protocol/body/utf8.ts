import { errorObject, RequestError } from "../errors/request-error.js";

// The parser handles a byte order mark. Without `stream`, a decoder keeps no state and can be shared.
const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes a body. Throws a RequestError for invalid UTF-8, because a lenient decoder would silently change the data. */
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
