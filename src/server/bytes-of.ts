/**
 * The bytes of a chunk of a stream, which may be a text although its type says bytes.
 *
 * @throws {TypeError} For anything else, such as an object.
 */
export function bytesOf(chunk: unknown): Uint8Array<ArrayBuffer> {
  if (typeof chunk === "string") return new TextEncoder().encode(chunk);
  if (chunk instanceof Uint8Array) return chunk as Uint8Array<ArrayBuffer>;
  const received = chunk === null ? "null" : typeof chunk;
  throw new TypeError(`The stream of a body must have chunks of bytes (Uint8Array) or text; received ${received}.`);
}
