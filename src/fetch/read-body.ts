import { decodeUtf8 } from "../protocol/body/utf8.js";
import { bodyBrokeOff, contentTooLarge } from "../protocol/errors/http-error.js";
import { joinBytes } from "../server/body-bytes.js";
import { CONTENT_LENGTH } from "../wire/headers.js";

/** Reads a request's body as text, up to the limit. */
export async function readBody(request: Request, limit: number): Promise<string | undefined> {
  // The Fetch standard has no body there. Accessing it is expensive on some servers.
  if (request.method === "GET" || request.method === "HEAD") return undefined;
  requireLength(request, limit);
  // With a Content-Length, the server reads no more than that, and `text()` is faster than a stream.
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
      // Not cancelled, because for a stream of a Node request that would close the connection before the response.
      reader.releaseLock();
      throw contentTooLarge(limit);
    }
    chunks.push(chunk.value);
  }
  return decodeUtf8(joinBytes(chunks));
}

function throwBrokenOff(): never {
  throw bodyBrokeOff();
}

/** Throws a RequestError if Content-Length exceeds the limit. */
export function requireLength(request: Request, limit: number): void {
  if (Number(request.headers.get(CONTENT_LENGTH) ?? 0) > limit) throw contentTooLarge(limit);
}
