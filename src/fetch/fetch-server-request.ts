import type { ContextFactory } from "../define/types/context.js";
import type { FormReceiver } from "../server/form.js";
import type { ReceivedRequest, ServerResponse } from "../server/http.js";
import type { InternalError } from "../server/options.js";
import { limitBody } from "../server/body-bytes.js";
import { receiveForm } from "../server/receive-form.js";
import { keepFile } from "./keep-file.js";
import { readBody, requireLength } from "./read-body.js";
import { ACCEPT, CONTENT_TYPE, HOST, SET_COOKIE } from "../wire/headers.js";

/** Adapts a Fetch request to Trestle's. */
export class FetchServerRequest implements ReceivedRequest<Response> {
  readonly path: string;
  readonly query: string;
  readonly #request: Request;
  readonly #context: ContextFactory<Request> | undefined;
  readonly #bodyLimit: number;
  #body: Promise<string | undefined> | undefined;

  constructor(
    request: Request,
    path: string,
    query: string,
    context: ContextFactory<Request> | undefined,
    bodyLimit: number,
    readonly report: (error: InternalError) => void,
  ) {
    this.#request = request;
    this.path = path;
    this.query = query;
    this.#context = context;
    this.#bodyLimit = bodyLimit;
  }

  get method(): string {
    return this.#request.method;
  }

  get accept(): string | undefined {
    return this.#request.headers.get(ACCEPT) ?? undefined;
  }

  get contentType(): string | undefined {
    return this.#request.headers.get(CONTENT_TYPE) ?? undefined;
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
    this.#body ??= readBody(this.#request, this.#bodyLimit);
    return this.#body;
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
    const { body } = this.#request;
    if (body === null) return this.#request;
    requireLength(this.#request, bodySize);
    // `duplex` is what fetch asks of a streamed body, and the DOM's types do not know it.
    return new Request(this.#request, { body: limitBody(body.getReader(), bodySize), duplex: "half" } as RequestInit);
  }
}
