import { decodeUtf8 } from "../protocol/body/utf8.js";
import { bodyBrokeOff, contentTooLarge } from "../protocol/errors/http-error.js";
import { CONTENT_LENGTH } from "../wire/headers.js";

/** A request's body as text, read no further than the limit. */
export async function readBody(request: Request, limit: number): Promise<string | undefined> {
  // The Fetch standard has no body there; asking for one makes some servers build a whole request first.
  if (request.method === "GET" || request.method === "HEAD") return undefined;
  requireLength(request, limit);
  // A server reads no more than a request says that it has, and gives it in one piece for a fraction of a stream's cost.
  if (request.headers.has(CONTENT_LENGTH)) {
    const bytes = await request.arrayBuffer().catch(throwBrokenOff);
    if (bytes.byteLength > limit) throw contentTooLarge(limit);
    return decodeUtf8(bytes);
  }
  if (request.body === null) return undefined;
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const read = () => reader.read().catch(throwBrokenOff);
  for (let chunk = await read(); !chunk.done; chunk = await read()) {
    size += chunk.value.byteLength;
    if (size > limit) {
      // Not cancelled: where the stream was made of a Node request, that would break the connection before the answer.
      reader.releaseLock();
      throw contentTooLarge(limit);
    }
    chunks.push(chunk.value);
  }
  return decodeUtf8(joined(chunks, size));
}

function throwBrokenOff(): never {
  throw bodyBrokeOff();
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** Throws a RequestError where a request says itself that its body is over the limit. */
export function requireLength(request: Request, limit: number): void {
  if (Number(request.headers.get(CONTENT_LENGTH) ?? 0) > limit) throw contentTooLarge(limit);
}
