import { contentTooLarge } from "../../protocol/http-problem.js";

/** A request's body as text, read no further than the limit. */
export async function readBody(request: Request, limit: number): Promise<string | undefined> {
  // The Fetch standard has no body there; asking for one makes some servers build a whole request first.
  if (request.method === "GET" || request.method === "HEAD") return undefined;
  requireLength(request, limit);
  // A server reads no more than a request says that it has, and gives it in one piece for a fraction of a stream's cost.
  if (request.headers.has("content-length")) {
    const text = await request.text();
    if (text.length > limit) throw contentTooLarge(limit);
    return text;
  }
  if (request.body === null) return undefined;
  const decoder = new TextDecoder();
  const reader = request.body.getReader();
  let size = 0;
  let text = "";
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.byteLength;
    if (size > limit) {
      // Not cancelled: where the stream was made of a Node request, that would break the connection before the answer.
      reader.releaseLock();
      throw contentTooLarge(limit);
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Throws a Refusal where a request says itself that its body is over the limit. */
export function requireLength(request: Request, limit: number): void {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw contentTooLarge(limit);
}
