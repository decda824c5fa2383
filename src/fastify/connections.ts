import type { ServerResponse } from "node:http";
import { constants, type Http2ServerResponse, type ServerHttp2Session } from "node:http2";
import type { FastifyReply } from "fastify";
import { isResponse, type ServerResponse as OperationResponse } from "../server/http.js";
import { CONNECTION } from "../wire/headers.js";
import { sendHead } from "./send-head.js";

/** Milliseconds that a stream has to end when the server closes. The streams of a client that does not read never end. */
const GRACE = 3000;

/**
 * Ends connections whose last response is sent. Fastify closes those of HTTP/1 that are idle when the server closes. It would
 * wait for the others until their keep-alive ends, and for an idle session of HTTP/2 until its client leaves.
 */
export class Connections {
  /** Responses of HTTP/1 whose head may be sent already: their streams are still open. */
  readonly #streaming = new Set<ServerResponse>();
  readonly #sessions = new Set<ServerHttp2Session>();
  #isClosing = false;

  addSession(session: ServerHttp2Session): void {
    this.#sessions.add(session);
    session.once("close", () => this.#sessions.delete(session));
  }

  /** Prepares a response that is sent next. */
  beforeSend(reply: FastifyReply, response: OperationResponse | Response): void {
    const raw: ServerResponse | Http2ServerResponse = reply.raw;
    if (isHttp2(raw)) {
      if (this.#isClosing) raw.stream.session?.close();
    } else if (this.#isClosing || (response.status === 413 && !reply.request.raw.complete)) {
      reply.header(CONNECTION, "close"); // do not wait for the rest of a body over the limit
    }
    if (!isResponse(response) || response.body === null) return;
    if (isHttp2(raw)) breakOff(raw);
    sendHead(reply);
    if (this.#isClosing || isHttp2(raw)) return;
    this.#streaming.add(raw);
    raw.once("close", () => this.#streaming.delete(raw));
  }

  close(): void {
    this.#isClosing = true;
    for (const session of this.#sessions) session.close(); // after its last response
    for (const raw of this.#streaming) {
      const { socket } = raw; // Node takes it from the response before "finish"
      raw.once("finish", () => socket?.end());
    }
    setTimeout(() => this.#breakOff(), GRACE).unref();
  }

  /** Ends the streams of clients that do not read. */
  #breakOff(): void {
    for (const raw of this.#streaming) raw.destroy();
    for (const session of this.#sessions) session.destroy();
  }
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

function isHttp2(raw: ServerResponse | Http2ServerResponse): raw is Http2ServerResponse {
  return "stream" in raw;
}
