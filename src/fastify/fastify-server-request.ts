import type { FastifyReply, FastifyRequest } from "fastify";
import type { ContextFactory } from "../define/types/context.js";
import { decodeUtf8, notUtf8 } from "../protocol/body/utf8.js";
import { bodyBrokeOff, contentTooLarge, INVALID_HOST } from "../protocol/errors/http-error.js";
import type { ErrorObject } from "../protocol/errors/request-error.js";
import type { MaybePromise } from "../protocol/maybe-promise.js";
import type { FormReceiver } from "../server/form.js";
import { type ReceivedRequest, type ServerResponse, withBody } from "../server/http.js";
import { type BodyReader, limitBody } from "../server/body-bytes.js";
import { pathBelow, canonicalPath, originForm, targetError } from "../server/request-target.js";
import type { InternalError } from "../server/options.js";
import { describeInternalError } from "../server/report.js";
import { receiveForm } from "../server/receive-form.js";
import {
  ACCEPT,
  CONTENT_LENGTH,
  CONTENT_TYPE,
  HOST,
  TRANSFER_ENCODING,
  AFFECTS,
  CONTENT_TYPE_OPTIONS,
  EXPOSE_HEADERS,
  NOSNIFF,
  SET_COOKIE,
  VARY,
} from "../wire/headers.js";
import type { Connections } from "./connections.js";
import { keepIn, TempFiles, type TempFolder } from "./temp-files.js";
import { atEnd, beforeSend, bodyReader, hasBody, hasLeft, isOver } from "./node-messages.js";
import { DOCUMENT_HEADERS, mergeVary, VARY_ACCEPT } from "../protocol/negotiation/response-headers.js";
import { JSON_API } from "../wire/json-api.js";

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
    const { rawHeaders, url = "" } = raw;
    let hosts = 0; // RFC 9112, 3.2. Node keeps the first of several, and asks for none behind its `allowHTTP1`.
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at] ?? "";
      if (name.length === HOST.length && name.toLowerCase() === HOST) hosts++; // most headers need no text in lower case
    }
    const isNamed = hosts === 1 || (hosts === 0 && raw.httpVersion !== "1.1");
    return isNamed ? targetError(url, host, headers[TRANSFER_ENCODING]) : INVALID_HOST;
  }

  /** Sets the status and the headers. */
  payloadOf(response: ServerResponse | Response): Payload {
    const reply = this.#reply;
    beforeSend(reply, response, this.#mounted.connections.isClosing);
    if (response.headers !== DOCUMENT_HEADERS) keepHeaders(reply, response);
    if ("bodyUsed" in response) return responseOf(reply, response);
    const { headers } = response;
    const exposed = headers[EXPOSE_HEADERS] === undefined ? undefined : exposedBefore(reply);
    reply.code(response.status);
    if (headers === DOCUMENT_HEADERS) {
      // Most responses. The loop takes 5 % more CPU for a small one: bench `server`, get one, paired.
      reply.type(JSON_API);
      reply.header(VARY, varyOf(reply, VARY_ACCEPT));
      reply.header(CONTENT_TYPE_OPTIONS, NOSNIFF);
    } else {
      for (const name in headers) {
        if (name === CONTENT_TYPE) reply.type(headers[CONTENT_TYPE] ?? "");
        else if (name === VARY) reply.header(VARY, varyOf(reply, headers[VARY] ?? ""));
        else reply.header(name, headers[name]);
      }
    }
    if (response.cookies) reply.header(SET_COOKIE, response.cookies);
    if (exposed !== undefined) reply.header(EXPOSE_HEADERS, `${headers[EXPOSE_HEADERS]}, ${exposed}`);
    if (response.body === undefined) return undefined;
    // With a custom serializer, Fastify does not add a charset to the content type, which JSON:API forbids.
    reply.serializer(asItIs);
    return encodeText(response.body);
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

  readText(bodySize: number, signal: () => AbortSignal): MaybePromise<string | undefined> {
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
    const { method, headers, body, raw } = this.#request;
    if (Number(headers[CONTENT_LENGTH] ?? 0) > bodySize) throw contentTooLarge(bodySize);
    // Concatenated, because `new URL` treats the first segment of a path with two leading slashes as a host.
    const url = new URL(originOf(this.#request) + originForm(raw.url ?? ""));
    const init: RequestInit = { method, headers: headersOf(headers), signal };
    if (!hasBody(this.#request)) return new Request(url, init);
    if (typeof body === "string" || body instanceof Uint8Array)
      return new Request(url, { ...init, body: body as BodyInit }); // Node's types know bytes by another name than the DOM's
    const limited = limitBody(bodyReader(this.#request), bodySize);
    // `duplex` is what fetch asks of a streamed body, and the DOM's types do not know it.
    return new Request(url, { ...init, body: limited, duplex: "half" } as RequestInit);
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

/** The client chooses the Host header. If it is not valid in a URL, another host is used. */
function originOf({ protocol, host }: FastifyRequest): string {
  const origin = `${protocol}://${host}`;
  return URL.canParse(origin) ? origin : `${protocol}://localhost`;
}

function headersOf(headers: FastifyRequest["headers"]): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith(":")) continue; // pseudo-headers of HTTP/2, such as `:method`, which Headers rejects
    if (Array.isArray(value)) for (const each of value) result.append(name, each);
    else if (value !== undefined) result.set(name, value);
  }
  return result;
}

/** Properties, because an entry of a WeakMap for each reply takes 6 % of a create (bench `server --before`). */
const HEADERS = Symbol("names of the response's headers"); // and not the response, which a stream would keep as long as it lasts
const REPLACED = Symbol("headers of hooks and other plugins that the response replaced");

type SentReply = FastifyReply & {
  [HEADERS]?: readonly string[];
  [REPLACED]?: Record<string, number | string | string[]>;
};

/** Keeps what the error of a response needs if it fails before its head is sent: see {@link removeResponseHeaders}. */
function keepHeaders(reply: SentReply, response: ServerResponse | Response): void {
  const names = ownHeaders(response);
  reply[HEADERS] = names;
  for (const name of names) {
    const value = reply.getHeader(name);
    if (value === undefined) continue; // most responses replace none
    reply[REPLACED] ??= {};
    reply[REPLACED][name] = Array.isArray(value) ? [...value] : value; // Fastify adds to its own list
  }
}

/** The names of the headers that not each document has: the document of an error sets those, too. */
function ownHeaders(response: ServerResponse | Response): string[] {
  if ("bodyUsed" in response) return [...response.headers.keys()];
  const names: string[] = response.cookies ? [SET_COOKIE] : [];
  for (const name in response.headers) if (response.headers[name] !== DOCUMENT_HEADERS[name]) names.push(name);
  return names;
}

/** Removes the headers of a response that failed before its head was sent: they are not true for its error. */
export function removeResponseHeaders(reply: SentReply): void {
  for (const name of reply[HEADERS] ?? []) reply.removeHeader(name);
  if (reply[REPLACED]) reply.headers(reply[REPLACED]);
}

/** What Fastify sends. */
export type Payload = string | Buffer | Response | undefined;

/** For a HEAD, Fastify can send the length of texts and streams only. */
function responseOf(reply: FastifyReply, given: Response): Response | undefined {
  const vary = given.headers.get(VARY);
  const response = vary === null || reply.getHeader(VARY) === undefined ? given : withBody(given, given.body);
  if (vary !== null && response !== given) response.headers.set(VARY, varyOf(reply, vary));
  const exposed = response.headers.has(AFFECTS) ? exposedBefore(reply) : undefined;
  if (exposed !== undefined) response.headers.append(EXPOSE_HEADERS, exposed);
  if (reply.request.method !== "HEAD") return response;
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  return undefined;
}

/** Merges `Vary` with the headers that hooks and other plugins added. */
function varyOf(reply: FastifyReply, own: string): string {
  const before = reply.getHeader(VARY);
  return before === undefined ? own : mergeVary(`${before}`, own);
}

/** The headers that a CORS plugin exposed earlier. */
function exposedBefore(reply: FastifyReply): string | undefined {
  const exposed = reply.getHeader(EXPOSE_HEADERS);
  return exposed === undefined ? undefined : `${exposed}`;
}

function asItIs(payload: string): string {
  return payload;
}

/** The maximum length in characters of a text that is not encoded here. Node writes a short text together with the head. */
const SHORT = 4096;
/** The size of a buffer. A small one is free again before the garbage collector moves it to the old generation. */
const SLAB = 1 << 18;

let slab: Buffer | undefined;
let used = 0;

/**
 * Returns a payload for Fastify. A long text is encoded into a part of a shared buffer, because Fastify would measure it
 * first and Node would then copy and encode it. A buffer is free when the last response in it is sent.
 */
export function encodeText(text: string): string | Buffer {
  if (text.length <= SHORT) return text;
  const maxBytes = text.length * 3; // a UTF-16 unit has at most 3 bytes in UTF-8
  if (maxBytes > SLAB) return Buffer.from(text);
  if (slab === undefined || SLAB - used < maxBytes) {
    slab = Buffer.allocUnsafeSlow(SLAB);
    used = 0;
  }
  const start = used;
  used += slab.write(text, start);
  return slab.subarray(start, used);
}
