import type { IncomingMessage, ServerResponse } from "node:http";
import { constants, type Http2ServerResponse, type ServerHttp2Session } from "node:http2";
import type { Server, Socket } from "node:net";
import type { FastifyReply } from "fastify";
import { isResponse, type ServerResponse as OperationResponse } from "../server/http.js";
import { CONNECTION } from "../wire/headers.js";
import { atEnd } from "./at-end.js";
import { isHttp2 } from "./is-http2.js";
import { dropUnread } from "./request-body.js";
import { sendHead } from "./send-head.js";

/** Milliseconds that a client has to end its stream, or to send its first request, when the server closes. Some clients never do. */
const GRACE = 3000;

/**
 * Ends connections whose last response is sent. Fastify closes those of HTTP/1 that are idle when the server closes. It would
 * wait for the others until their keep-alive ends, and for an idle session of HTTP/2 until its client leaves.
 */
export class Connections {
  /** Responses of HTTP/1 whose head may be sent already: their streams are still open. */
  readonly #streaming = new Set<ServerResponse>();
  readonly #sessions = new Set<ServerHttp2Session>();
  /** Connections of HTTP/1 without a complete request. Node does not count them as idle. */
  readonly #unused = new Set<Socket>();
  /** Connections of HTTP/1 with a response whose request is not complete: the client may never send the rest. */
  readonly #refused = new Set<Socket>();
  #isClosing = false;

  /** Watches the connections of a server of HTTP/1. */
  watch(server: Server, isSecure: boolean): void {
    server.on(isSecure ? "secureConnection" : "connection", (socket: Socket) => {
      this.#unused.add(socket);
      socket.once("close", () => this.#unused.delete(socket));
    });
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request;
      this.#unused.delete(socket);
      response.once("finish", () => {
        if (request.complete) return;
        this.#refused.add(socket);
        request.once("close", () => this.#refused.delete(socket)); // complete, or gone
      });
    });
  }

  addSession(session: ServerHttp2Session): void {
    this.#sessions.add(session);
    session.once("close", () => this.#sessions.delete(session));
  }

  /** Prepares a response that is sent next. */
  beforeSend(reply: FastifyReply, response: OperationResponse | Response): void {
    const raw: ServerResponse | Http2ServerResponse = reply.raw;
    dropUnread(reply);
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
    atEnd(reply, () => this.#streaming.delete(raw));
  }

  /** @param server Its listeners of "upgrade" own the connections that they took over. */
  close(server: Server): void {
    this.#isClosing = true;
    for (const session of this.#sessions) session.close(); // after its last response
    const ending: Socket[] = [];
    for (const raw of this.#streaming) {
      const { socket } = raw; // Node takes it from the response before "finish"
      if (socket === null) continue;
      ending.push(socket);
      raw.once("finish", () => socket.end());
    }
    setTimeout(() => this.#breakOff(ending, server.listenerCount("upgrade") > 0), GRACE).unref();
  }

  /** Ends the connections of clients that do not read, or do not send. */
  #breakOff(ending: readonly Socket[], hasUpgrades: boolean): void {
    for (const socket of ending) socket.destroy(); // also if its response is complete: the client may not end its side
    for (const socket of this.#refused) socket.destroy();
    for (const session of this.#sessions) session.destroy();
    for (const socket of this.#unused) if (!hasUpgrades || socket.bytesRead === 0) socket.destroy();
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
