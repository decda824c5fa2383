import { bodyBrokeOff, contentTooLarge } from "../protocol/errors/http-error.js";

/** A body that a handler reads: it fails with a 413 beyond the limit, and with a 400 if the client leaves. */
export function limitBody(body: ReadableStream<Uint8Array>, limit: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let size = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = await reader.read().catch(() => {
        throw bodyBrokeOff();
      });
      if (chunk.done) return controller.close();
      size += chunk.value.byteLength;
      if (size <= limit) return controller.enqueue(chunk.value);
      // Not cancelled: where the stream was made of a Node request, that would break the connection before the answer.
      reader.releaseLock();
      controller.error(contentTooLarge(limit));
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
