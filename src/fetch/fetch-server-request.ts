import type { ContextFactory } from "../define/types/context.js";
import type { FormReceiver } from "../server/form.js";
import type { ReceivedRequest, ServerResponse } from "../server/http.js";
import type { InternalError } from "../server/options.js";
import { limitBody, joinBytes } from "../server/body-bytes.js";
import { receiveForm, type KeepFile } from "../server/receive-form.js";
import { ACCEPT, CONTENT_TYPE, HOST, SET_COOKIE, CONTENT_LENGTH } from "../wire/headers.js";
import { decodeUtf8 } from "../protocol/body/utf8.js";
import { bodyBrokeOff, contentTooLarge } from "../protocol/errors/http-error.js";

/** Adapts a Fetch request to Trestle's. */
export class FetchServerRequest implements ReceivedRequest<Response> {
  readonly method: string;
  readonly accept: string | undefined;
  readonly contentType: string | undefined;
  readonly #request: Request;
  readonly #context: ContextFactory<Request> | undefined;
  readonly #bodyLimit: number;
  #body: Promise<string | undefined> | undefined;

  constructor(
    request: Request,
    readonly path: string,
    readonly query: string,
    context: ContextFactory<Request> | undefined,
    bodyLimit: number,
    readonly report: (error: InternalError) => void,
  ) {
    this.#request = request;
    this.method = request.method;
    this.accept = this.header(ACCEPT);
    this.contentType = this.header(CONTENT_TYPE);
    this.#context = context;
    this.#bodyLimit = bodyLimit;
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined;
  }

  get host(): string | undefined {
    return this.header(HOST) ?? new URL(this.#request.url).host;
  }

  payloadOf(response: ServerResponse | Response): Response {
    const isHead = this.method === "HEAD";
    if (response instanceof Response) return isHead ? new Response(null, response) : response;
    const { status, headers, cookies = [] } = response;
    const sent = new Response(isHead ? null : (response.body ?? null), { status, headers });
    for (const cookie of cookies) sent.headers.append(SET_COOKIE, cookie);
    return sent;
  }

  get isOver(): boolean {
    return this.#request.signal.aborted;
  }

  onEnd(end: (hasLeft: boolean, reason: unknown) => void): () => void {
    const { signal } = this.#request;
    const leave = () => end(true, signal.reason);
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
    return () => signal.removeEventListener("abort", leave);
  }

  readBody(): Promise<string | undefined> {
    return this.readText(this.#bodyLimit);
  }

  readText(bodySize: number): Promise<string | undefined> {
    this.#body ??= readBody(this.#request, bodySize);
    return this.#body;
  }

  readForm(form: FormReceiver): Promise<void> {
    requireLength(this.#request, form.bodySize);
    const body = this.#request.body ?? new Blob().stream();
    const limited = limitBody(body.getReader(), form.bodySize).getReader();
    return receiveForm(limited, this.contentType ?? "", form, keepFile);
  }

  makeContext(): object | Promise<object> {
    return this.#context === undefined ? {} : this.#context(this.#request);
  }

  toRequest(bodySize: number): Request {
    const { body, url, method, headers, signal } = this.#request;
    if (body === null) return this.#request;
    requireLength(this.#request, bodySize);
    const limited = limitBody(body.getReader(), bodySize);
    // Not a copy of the request: Hono's server on Node gives a stand-in, which Node's constructor cannot read. `duplex` is what fetch asks of
    // a streamed body, and the DOM's types do not know it.
    return new Request(url, { method, headers, signal, body: limited, duplex: "half" } as RequestInit);
  }
}

/** Reads a request's body as text, up to the limit. */
export async function readBody(request: Request, limit: number): Promise<string | undefined> {
  // The Fetch standard has no body there. Accessing it is expensive on some servers.
  if (request.method === "GET" || request.method === "HEAD") return undefined;
  requireLength(request, limit);
  // With a Content-Length, the server reads no more than that, and `text()` is faster than a stream.
  if (request.headers.has(CONTENT_LENGTH)) {
    const bytes = await request.arrayBuffer().catch(throwBrokenOff);
    if (bytes.byteLength > limit) throw contentTooLarge(limit);
    // A server of HTTP/2 on Node may end a body that broke off as if it were complete.
    if (bytes.byteLength < Number(request.headers.get(CONTENT_LENGTH))) throw bodyBrokeOff();
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
function requireLength(request: Request, limit: number): void {
  if (Number(request.headers.get(CONTENT_LENGTH) ?? 0) > limit) throw contentTooLarge(limit);
}

/** Keeps a file in memory. */
const keepFile: KeepFile = async (content, file) => {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return new File(chunks, file.name, file);
};
