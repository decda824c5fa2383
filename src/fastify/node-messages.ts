import type { IncomingMessage, ServerResponse } from "node:http";
import { constants, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { bodyBrokeOff } from "../protocol/errors/http-error.js";
import type { BodyReader } from "../server/body-bytes.js";
import type { ServerResponse as OperationResponse } from "../server/http.js";
import { listenersOf } from "../server/listeners-of.js";
import { CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING } from "../wire/headers.js";

export function isHttp2(raw: IncomingMessage | Http2ServerRequest): raw is Http2ServerRequest;
export function isHttp2(raw: ServerResponse | Http2ServerResponse): raw is Http2ServerResponse;
export function isHttp2(raw: object): boolean {
  return "stream" in raw;
}

/**
 * Calls `end` once: when the response is complete, or when its client has left; at once if that is past. Node closes neither a
 * response that waits behind another one of its connection, nor a request whose body was read, so it watches the connection too.
 */
export function atEnd(reply: FastifyReply, end: () => void): void {
  if (isOver(reply)) return void end();
  const { raw, request } = reply;
  if (isHttp2(raw)) return void raw.stream.once("close", end);
  const { socket } = request.raw;
  const onSocket = listenersOf(socket, (call) => socket.once("close", call));
  const over = () => {
    raw.off("close", over);
    onSocket.delete(over);
    end();
  };
  raw.once("close", over);
  onSocket.add(over);
}

/** Whether the response is complete, or its client has left. */
export function isOver({ raw, request }: FastifyReply): boolean {
  return isHttp2(raw) ? raw.stream.destroyed : raw.destroyed || request.raw.socket.destroyed;
}

/** Whether the client left before the response was complete. */
export function hasLeft(reply: FastifyReply): boolean {
  const { writableEnded, writableFinished } = reply.raw; // HTTP/2 may finish a response without an `end`
  return isOver(reply) && !(writableEnded && writableFinished);
}

export function hasBody({ method, headers, raw }: FastifyRequest): boolean {
  if (method === "GET" || method === "HEAD") return false; // neither Fastify nor the Fetch standard has a body there
  // HTTP/2 frames a body of unknown length without a header.
  if (headers[CONTENT_LENGTH] === undefined && isHttp2(raw)) return !raw.stream.endAfterHeaders;
  return headers[TRANSFER_ENCODING] !== undefined || Number(headers[CONTENT_LENGTH] ?? 0) > 0;
}

/** Requests whose body cannot be read any more. */
const unreadable = new WeakSet<FastifyRequest>();

/** Reads the body that Fastify left unread. Fails when the response is complete: the rest would be taken for the end. */
export function bodyReader(request: FastifyRequest): BodyReader {
  const { body, raw } = request;
  const chunks = (body instanceof Readable ? body : raw).iterator({ destroyOnReturn: false });
  return {
    async read() {
      const { done = false, value } = await chunks.next();
      // Over HTTP/2, Node ends a body that broke off as if it were complete, and a hook's stream behind `pipe` does not even close early.
      if (raw.aborted || unreadable.has(request)) throw bodyBrokeOff();
      return { done, value };
    },
    cancel: async () => undefined, // the rest is dropped after the response
    releaseLock: () => undefined,
  };
}

/** Milliseconds that a client of HTTP/2 may pause while it sends what is dropped. Node limits the time of a request of HTTP/1 only. */
const PAUSE = 3000;

/**
 * Drops the unread rest of the body when the response is complete. Until then, Node reads no other request from a connection of HTTP/1, and
 * keeps a stream of HTTP/2 open. Node drops a body itself only if the handler has not begun to read it.
 */
function dropUnread({ raw, request }: FastifyReply): void {
  const sent = isHttp2(raw) ? raw.stream : raw;
  sent.once("finish", () => setImmediate(() => drop(request))); // a body that has arrived is complete then
}

function drop(request: FastifyRequest): void {
  const { body, raw, routeOptions } = request;
  const stream = isHttp2(raw) ? raw.stream : undefined;
  if (stream === undefined ? raw.complete : stream.readableEnded) return;
  unreadable.add(request);
  let left = routeOptions.bodyLimit ?? 0;
  const rest: Readable = stream ?? raw.unpipe();
  rest.removeAllListeners("readable").removeAllListeners("data");
  rest.on("data", ({ length }: Buffer) => {
    left -= length;
    if (left >= 0) return;
    if (stream) stream.close();
    else raw.destroy();
  });
  rest.resume();
  stream?.setTimeout(PAUSE, () => stream.close()); // asks the client not to send the rest (RFC 9113, 8.1)
  if (body instanceof Readable && body !== raw) body.destroy(); // what a hook made of it
}

/** Prepares a response that is sent next. @param isClosing Whether its connection ends behind it. */
export function beforeSend(reply: FastifyReply, response: OperationResponse | Response, isClosing: boolean): void {
  const { request } = reply;
  const raw: ServerResponse | Http2ServerResponse = reply.raw;
  if (!request.raw.complete && !request.raw.readableEnded && hasBody(request)) dropUnread(reply);
  if (isClosing || (response.status === 413 && !request.raw.complete)) {
    if (!isHttp2(raw))
      reply.header(CONNECTION, "close"); // do not wait for the rest of a body over the limit
    else if (isClosing) raw.stream.session?.close();
  }
  if (!("bodyUsed" in response) || response.body === null) return;
  if (isHttp2(raw)) breakOff(raw);
  sendHead(reply);
}

/**
 * Fastify destroys a response whose stream fails. Over HTTP/2, Node then sends NO_ERROR, and clients would treat the partial
 * body as complete.
 */
function breakOff(raw: Http2ServerResponse): void {
  raw.destroy = () => {
    raw.stream.close(constants.NGHTTP2_CANCEL);
    return raw;
  };
}

/** The interval in milliseconds at which a delayed response head is checked. */
const HEAD_PAUSE = 5;

/**
 * Sends the head of a stream that has no data yet. Fastify and Node would send it with the first byte, and until then the
 * client would not know that it is connected.
 */
function sendHead(reply: FastifyReply): void {
  const { raw } = reply;
  const look = () => {
    if (raw.headersSent || isOver(reply)) return;
    // Fastify sets the headers after all hooks, which may be asynchronous.
    if (Object.keys(reply.getHeaders()).every((name) => raw.hasHeader(name))) raw.flushHeaders();
    else wait();
  };
  const wait = () => setTimeout(look, HEAD_PAUSE).unref();
  wait();
}
