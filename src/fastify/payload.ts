import type { FastifyReply } from "fastify";
import { DOCUMENT_HEADERS, mergeVary, VARY_ACCEPT } from "../protocol/negotiation/response-headers.js";
import { isResponse, type ServerResponse } from "../server/http.js";
import {
  AFFECTS,
  CONTENT_TYPE,
  CONTENT_TYPE_OPTIONS,
  EXPOSE_HEADERS,
  NOSNIFF,
  SET_COOKIE,
  VARY,
} from "../wire/headers.js";
import { JSON_API } from "../wire/json-api.js";

/** The names of the headers of a response, and what hooks and other plugins had set for them before. */
interface ReplacedHeaders {
  readonly names: readonly string[];
  before: Record<string, number | string | string[]> | undefined;
}

const replacedHeaders = new WeakMap<FastifyReply, ReplacedHeaders>();

function keepHeaders(reply: FastifyReply, response: ServerResponse | Response): void {
  const names = isResponse(response) ? [...response.headers.keys()] : Object.keys(response.headers);
  if (!isResponse(response) && response.cookies) names.push(SET_COOKIE);
  const replaced: ReplacedHeaders = { names, before: undefined }; // most responses replace none
  for (const name of names) {
    const value = reply.getHeader(name);
    if (value === undefined) continue;
    replaced.before ??= {};
    replaced.before[name] = Array.isArray(value) ? [...value] : value; // Fastify adds to its own list
  }
  replacedHeaders.set(reply, replaced);
}

/** Removes the headers of a response that failed before its head was sent: they are not true for its error. */
export function removeHeadersOfResponse(reply: FastifyReply): void {
  const replaced = replacedHeaders.get(reply);
  for (const name of replaced?.names ?? []) reply.removeHeader(name);
  if (replaced?.before) reply.headers(replaced.before);
}

/** What Fastify sends. */
export type Payload = string | Buffer | Response | undefined;

/** Sets the status and the headers, and returns the payload for Fastify. */
export function payloadOf(reply: FastifyReply, response: ServerResponse | Response): Payload {
  if (response.headers !== DOCUMENT_HEADERS) keepHeaders(reply, response);
  if (isResponse(response)) return responseOf(reply, response);
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

/** For a HEAD, Fastify can send the length of texts and streams only. */
function responseOf(reply: FastifyReply, given: Response): Response | undefined {
  const vary = given.headers.get(VARY);
  const response = vary === null || reply.getHeader(VARY) === undefined ? given : copyOf(given);
  if (vary !== null && response !== given) response.headers.set(VARY, varyOf(reply, vary));
  const exposed = response.headers.has(AFFECTS) ? exposedBefore(reply) : undefined;
  if (exposed !== undefined) response.headers.append(EXPOSE_HEADERS, exposed);
  if (reply.request.method !== "HEAD") return response;
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  return undefined;
}

/** Copies a response, because a fetched response's headers are immutable. */
function copyOf({ body, status, statusText, headers }: Response): Response {
  return new Response(body, { status, statusText, headers });
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
  const from = used;
  used += slab.write(text, from);
  return slab.subarray(from, used);
}
