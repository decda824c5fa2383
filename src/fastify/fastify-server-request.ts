import type { FastifyReply, FastifyRequest } from "fastify";
import type { ContextFactory } from "../define/types/context.js";
import { decodeUtf8, notUtf8 } from "../protocol/body/utf8.js";
import { bodyBrokeOff, contentTooLarge, INVALID_HOST } from "../protocol/errors/http-error.js";
import type { ErrorObject } from "../protocol/errors/request-error.js";
import type { FormReceiver } from "../server/form.js";
import type { ReceivedRequest, ServerResponse } from "../server/http.js";
import { type BodyReader, limitBody } from "../server/body-bytes.js";
import { pathBelow, canonicalPath, originForm, targetError } from "../server/request-target.js";
import type { InternalError } from "../server/options.js";
import { describeInternalError } from "../server/report.js";
import { receiveForm } from "../server/receive-form.js";
import { ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, HOST, TRANSFER_ENCODING } from "../wire/headers.js";
import type { Connections } from "./connections.js";
import { keepIn } from "./keep-file.js";
import { atEnd, bodyReader, hasBody, hasLeft, isOver } from "./node-messages.js";
import { type Payload, payloadOf } from "./payload.js";
import { TempFiles, type TempFolder } from "./temp-files.js";

/** What the requests to an API share. */
export interface Mounted {
  readonly mount: string;
  readonly context: ContextFactory<FastifyRequest> | undefined;
  readonly folder: TempFolder;
  readonly connections: Connections;
}

/** Adapts a Fastify request to Trestle's. */
export class FastifyServerRequest implements ReceivedRequest<Payload> {
  readonly method: string;
  /** The raw one: Fastify's own parser keeps neither duplicates apart nor what was not decodable. */
  readonly query: string;
  readonly accept: string | undefined;
  readonly contentType: string | undefined;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #mounted: Mounted;

  constructor(request: FastifyRequest, reply: FastifyReply, mounted: Mounted) {
    const { headers, raw } = request;
    const { url = "" } = raw;
    const question = url.indexOf("?");
    this.method = request.method;
    this.query = question === -1 ? "" : url.slice(question + 1);
    this.accept = headers[ACCEPT];
    this.contentType = headers[CONTENT_TYPE];
    this.#request = request;
    this.#reply = reply;
    this.#mounted = mounted;
  }

  get path(): string {
    return pathBelowMount(this.#request, this.#mounted.mount);
  }

  get targetError(): ErrorObject | undefined {
    const { raw, headers, host } = this.#request;
    return isOneHost(raw.rawHeaders) ? targetError(raw.url ?? "", host, headers[TRANSFER_ENCODING]) : INVALID_HOST;
  }

  payloadOf(response: ServerResponse | Response): Payload {
    this.#mounted.connections.beforeSend(this.#reply, response);
    return payloadOf(this.#reply, response);
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  /** With Fastify's option `trustProxy`, the one that the proxy received. */
  get host(): string | undefined {
    return this.#request.host;
  }

  get isOver(): boolean {
    return isOver(this.#reply);
  }

  onEnd(end: (hasLeft: boolean) => void): () => void {
    let isWatched = true;
    atEnd(this.#reply, () => {
      if (isWatched) end(hasLeft(this.#reply));
    });
    return () => {
      isWatched = false;
    };
  }

  /** A body of another type is not read. Only its presence matters. */
  readBody(): string | undefined {
    const { body } = this.#request;
    if (typeof body === "string") return body;
    if (body instanceof Uint8Array) throw notUtf8();
    return hasBody(this.#request) ? "(unread)" : undefined;
  }

  readText(bodySize: number, signal: () => AbortSignal): string | undefined | Promise<string | undefined> {
    const { body } = this.#request;
    if (typeof body === "string") {
      if (Buffer.byteLength(body) > bodySize) throw contentTooLarge(bodySize); // the limit of the route may be higher
      return body;
    }
    if (body instanceof Uint8Array) throw notUtf8();
    if (!hasBody(this.#request)) return undefined;
    return this.toRequest(bodySize, signal()).arrayBuffer().then(decodeUtf8);
  }

  readForm(form: FormReceiver, signal: AbortSignal): Promise<void> {
    const { headers, log } = this.#request;
    const { bodySize } = form;
    if (Number(headers[CONTENT_LENGTH] ?? 0) > bodySize) throw contentTooLarge(bodySize);
    const files = new TempFiles();
    const body = limitBody(bodyReader(this.#request), bodySize).getReader();
    const reading = receiveForm(endingWith(signal, body), this.contentType ?? "", form, keepIn(files));
    const fail = (error: unknown) => log.error({ err: error }, "The files of a form were not removed");
    const remove = () => this.#mounted.folder.remove(files, fail);
    // A form that was refused may still have open files.
    const removeLater = () => void reading.then(remove, remove);
    atEnd(this.#reply, removeLater);
    return reading;
  }

  makeContext(): object | Promise<object> {
    const { context } = this.#mounted;
    return context === undefined ? {} : context(this.#request);
  }

  toRequest(bodySize: number, signal: AbortSignal): Request {
    if (Number(this.#request.headers[CONTENT_LENGTH] ?? 0) > bodySize) throw contentTooLarge(bodySize);
    return toRequest(this.#request, bodySize, signal);
  }

  report(internal: InternalError): void {
    this.#request.log.error({ err: internal.error, errorId: internal.id }, describeInternalError(internal));
  }
}

/**
 * Fails when a signal is aborted: the time of a request can be over while its body is silent. Without `Promise.race`, because a promise
 * that lives as long as the upload would keep all its chunks.
 */
function endingWith(signal: AbortSignal, body: Pick<BodyReader, "read">): Pick<BodyReader, "read"> {
  let fail: (error: unknown) => void = () => {};
  signal.addEventListener("abort", () => fail(bodyBrokeOff()), { once: true });
  return {
    read: () =>
      new Promise((resolve, reject) => {
        fail = reject;
        if (signal.aborted) reject(bodyBrokeOff());
        else body.read().then(resolve, reject);
      }),
  };
}

/** The path below the mount point. */
export function pathBelowMount({ raw }: FastifyRequest, mount: string): string {
  const [path = ""] = originForm(raw.url ?? "").split("?", 1);
  return canonicalPath(pathBelow(path, mount) ?? path.slice(mount.length)); // the part that Fastify's router matched
}

function toRequest(request: FastifyRequest, bodySize: number, signal: AbortSignal): Request {
  const { method, headers, body } = request;
  // Concatenated, because `new URL` treats the first segment of a path with two leading slashes as a host.
  const url = new URL(originOf(request) + originForm(request.raw.url ?? ""));
  const init: RequestInit = { method, headers: headersOf(headers), signal };
  if (!hasBody(request)) return new Request(url, init);
  if (typeof body === "string" || body instanceof Uint8Array)
    return new Request(url, { ...init, body: body as BodyInit }); // Node's types know bytes by another name than the DOM's
  // `duplex` is what fetch asks of a streamed body, and the DOM's types do not know it.
  return new Request(url, { ...init, body: limitBody(bodyReader(request), bodySize), duplex: "half" } as RequestInit);
}

/** RFC 9112, 3.2. Node keeps the first of several. */
function isOneHost(headers: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? "";
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts++; // most headers need no text in lower case
  }
  return hosts < 2;
}

/** The client chooses the Host header. If it is not valid in a URL, another host is used. */
function originOf({ protocol, host }: FastifyRequest): string {
  const origin = `${protocol}://${host}`;
  return URL.canParse(origin) ? origin : `${protocol}://localhost`;
}

function headersOf(headers: FastifyRequest["headers"]): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith(":")) continue; // pseudo-headers of HTTP/2, such as `:method`, which Headers rejects
    if (Array.isArray(value)) for (const one of value) result.append(name, one);
    else if (value !== undefined) result.set(name, value);
  }
  return result;
}
