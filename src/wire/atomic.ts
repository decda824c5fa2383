import { EXTENSION, JSON_API, jsonApiType } from "./json-api.js";

// Apart from the other media types, because a client loads this file only for its first batch.

/** The extension for several writes in one request: https://jsonapi.org/ext/atomic */
export const ATOMIC = "https://jsonapi.org/ext/atomic";

/** The member of a request with its operations. */
export const ATOMIC_OPERATIONS = "atomic:operations";

/** The member of a response with the results. */
export const ATOMIC_RESULTS = "atomic:results";

/** The media type of a request with operations and of its response: with the extension of operations, and {@link EXTENSION} too or not. */
export function atomicType(extension: boolean, profile?: boolean): string {
  const ext = extension ? `${ATOMIC} ${EXTENSION}` : ATOMIC;
  return jsonApiType(false, profile).replace(JSON_API, `${JSON_API}; ext="${ext}"`);
}
