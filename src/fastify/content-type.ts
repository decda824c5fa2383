import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isJsonApi, mediaTypeOf, negotiateContentType } from "../protocol/negotiation/media-type.js";
import { CONTENT_LENGTH, CONTENT_TYPE } from "../wire/headers.js";
import { ATOMIC } from "../wire/atomic.js";
import { JSON_API } from "../wire/json-api.js";
import { BINARY, JSON_TEXT } from "../wire/media-types.js";
import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import { bodyBrokeOff, contentTooLarge } from "../protocol/errors/http-error.js";
import { takesText } from "./shared-routes.js";

/**
 * Reads JSON:API bodies, and the JSON bodies of commands, as text for Trestle, and leaves others unread for rpc handlers. A body that is not UTF-8 stays a
 * Buffer: hooks still run before Trestle rejects it, and an rpc handler gets its bytes.
 *
 * @param bodySize The maximum number of bytes. Where an operation allows more, the body stays unread until its middleware has run.
 */
export function addContentTypeParsers(app: FastifyInstance, bodySize: number): void {
  const read = ({ raw, routeOptions }: FastifyRequest, payload: IncomingMessage, done: Done) => {
    const { bodyLimit } = routeOptions;
    if (bodyLimit > bodySize) done(null, payload);
    else readText(payload, raw, bodyLimit, done);
  };
  app.addHook("onRequest", hideUnparsable);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_API, read);
  app.addContentTypeParser(JSON_TEXT, (request: FastifyRequest, payload, done) => {
    showUnparsable(request.raw);
    if (takesText(request)) read(request, payload, done);
    else done(null, payload);
  });
  app.addContentTypeParser("*", ({ raw }: FastifyRequest, payload, done) => {
    showUnparsable(raw);
    done(null, payload);
  });
}

/** Content-Types that Fastify would reject, or read the body of, by request. Undefined for a QUERY without one. */
const hidden = new WeakMap<IncomingMessage, string | undefined>();

/** Methods for which Fastify ignores the body and the Content-Type. */
const WITHOUT_BODY: ReadonlySet<string | undefined> = new Set(["GET", "HEAD", "TRACE"]);

/**
 * Replaces a Content-Type that Fastify must not parse until the catch-all parser runs. Otherwise Fastify responds with 415,
 * even without a body or for an rpc, and with 400 to a QUERY without a Content-Type.
 * The error handler must not serve such requests, because the app's preValidation and preHandler hooks would not run.
 */
function hideUnparsable({ raw }: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const type = raw.headers[CONTENT_TYPE];
  const isLeft =
    type === undefined ? raw.method !== "QUERY" : type === JSON_API || WITHOUT_BODY.has(raw.method) || isParsable(type);
  if (!isLeft) {
    hidden.set(raw, type);
    raw.headers[CONTENT_TYPE] = BINARY;
  }
  done();
}

/** Gives a request its own Content-Type back. Parsers do it, but Fastify calls none for some methods. */
export function showUnparsable(raw: IncomingMessage): void {
  if (!hidden.has(raw)) return;
  const type = hidden.get(raw);
  if (type === undefined) delete raw.headers[CONTENT_TYPE];
  else raw.headers[CONTENT_TYPE] = type;
}

/** Whether Fastify can choose a parser. JSON:API's type with an unsupported parameter is a 415, whose body must stay unread. */
function isParsable(type: string): boolean {
  if (isJsonApi(type)) return typeof negotiateContentType(type, ATOMIC) === "string";
  return mediaTypeOf(type) !== "";
}

/** A stream that a `preParsing` hook of `@fastify/compress` returns counts the bytes that arrived. */
interface Payload extends Readable {
  readonly receivedEncodedLength?: number;
}

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Reads a body as text, or as bytes if it is not UTF-8. Fastify's own reader copies the bytes before it passes them on,
 * which takes 5 % of a create: bench `server`, create, paired.
 *
 * @param limit The most bytes.
 */
function readText(payload: Payload, raw: IncomingMessage, limit: number, done: Done): void {
  const declared = Number(raw.headers[CONTENT_LENGTH]); // NaN if it is missing
  if (declared > limit) return void done(contentTooLarge(limit));
  let first: Buffer = NO_BYTES;
  const others: Buffer[] = []; // most bodies arrive in one chunk, and the first one in a list would make it allocate room for 17
  let length = 0;
  const finish = (error: Error | null, body?: string | Buffer) => {
    payload.off("data", take).off("end", end).off("error", fail);
    done(error, body);
  };
  const take = (chunk: Buffer | string) => {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk; // a hook's stream may have texts
    const isFirst = length === 0;
    length += bytes.length;
    if (Math.max(length, payload.receivedEncodedLength ?? 0) > limit) finish(contentTooLarge(limit));
    else if (isFirst) first = bytes;
    else others.push(bytes);
  };
  const end = () => {
    const isOther = !Number.isNaN(declared) && (payload.receivedEncodedLength || length) !== declared;
    if (isOther || raw.aborted) return finish(bodyBrokeOff()); // over HTTP/2, Node ends a body that broke off as if it were complete
    const bytes = others.length > 0 ? Buffer.concat([first, ...others], length) : first;
    // A copy, because the chunk is a part of a buffer that the socket uses again.
    finish(null, isUtf8(bytes) ? bytes.toString() : Buffer.from(bytes));
  };
  // A hook's stream states what is wrong with the body. Otherwise the client left.
  const fail = (error: Error & { readonly statusCode?: number }) => finish(error.statusCode ? error : bodyBrokeOff());
  payload.on("data", take).on("end", end).on("error", fail);
  payload.resume(); // `@fastify/compress` returns a paused stream
}

const NO_BYTES = Buffer.alloc(0);
