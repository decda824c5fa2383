import { bodyBrokeOff, contentTooLarge } from "../protocol/errors/http-error.js";

/**
 * The bytes of a chunk of a stream, which may be a text although its type says bytes.
 *
 * @throws {TypeError} For anything else, such as an object.
 */
export function bytesOf(chunk: unknown): Uint8Array<ArrayBuffer> {
  if (typeof chunk === "string") return new TextEncoder().encode(chunk);
  if (chunk instanceof Uint8Array) return chunk as Uint8Array<ArrayBuffer>; // streams of bodies share no memory
  const received = chunk === null ? "null" : typeof chunk;
  throw new TypeError(`The stream of a body must have chunks of bytes (Uint8Array) or text; received ${received}.`);
}

/** Copies chunks into one. */
export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((size, { byteLength }) => size + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** Where a body comes from. */
export type BodyReader = Pick<ReadableStreamDefaultReader<Uint8Array>, "read" | "cancel" | "releaseLock">;

/** Wraps a body that a handler reads. It fails with a 413 if it exceeds the limit, and with a 400 if the client disconnects. */
export function limitBody(reader: BodyReader, limit: number): ReadableStream<Uint8Array> {
  let size = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = await reader.read().catch(() => {
        throw bodyBrokeOff();
      });
      if (chunk.done) return controller.close();
      const bytes = bytesOf(chunk.value);
      size += bytes.byteLength;
      if (size <= limit) return controller.enqueue(bytes);
      // Not cancelled, because for a stream of a Node request that would close the connection before the response.
      reader.releaseLock();
      controller.error(contentTooLarge(limit));
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
