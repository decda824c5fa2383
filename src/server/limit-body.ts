import { bodyBrokeOff, contentTooLarge } from "../protocol/errors/http-error.js";
import { bytesOf } from "./bytes-of.js";

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
