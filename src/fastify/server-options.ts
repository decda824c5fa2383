import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyServerOptions } from "fastify";
import { errorResponse } from "../protocol/errors/error-document.js";
import { httpError, UNDECODABLE_PATH } from "../protocol/errors/http-error.js";
import type { ErrorObject } from "../protocol/errors/request-error.js";
import { ID_TOO_LONG, MAX_ID_LENGTH } from "../server/router.js";
import { DOCUMENT_HEADERS } from "../protocol/negotiation/response-headers.js";

/** Errors that arise before any plugin runs, by the codes of Fastify and Node. */
const FRAMEWORK_PROBLEMS: Readonly<Record<string, ErrorObject>> = {
  FST_ERR_BAD_URL: UNDECODABLE_PATH,
  FST_ERR_MAX_PARAM_LENGTH: ID_TOO_LONG,
};

const CLIENT_PROBLEMS: Readonly<Record<string, ErrorObject>> = {
  HPE_HEADER_OVERFLOW: httpError(431, "The request's headers are too large."),
  ERR_HTTP_REQUEST_TIMEOUT: httpError(408, 'The request did not arrive in time (Fastify\'s option "requestTimeout").'),
};

/** Milliseconds that a client has to read what was wrong. */
const LINGER = 3000;

/** A connection as Node's own handler reads it: with the response that is written to it now. */
type ServerSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/** Connections with an error that is sent after the running response. Node reports an error again for each chunk that follows. */
const waiting = new WeakSet<Socket>();

/**
 * Options for `Fastify(…)` that make JSON:API documents of the errors that arise before any plugin: bad
 * percent-encoding in a path, an id that is too long, malformed HTTP, a request that does not arrive within 60 s, a method
 * that Node does not list (over HTTP/2). They apply to the whole server. Behind Node's option `allowHTTP1`, a request of HTTP/1.1 has Node's own
 * 5 minutes: set `app.server.requestTimeout` to change that.
 *
 * @example
 * ```ts
 * import Fastify from "fastify";
 * import { serverOptions } from "trestle/fastify";
 *
 * const app = Fastify({ ...serverOptions, logger: false });
 * const response = await app.inject("/%ff");
 * if (response.statusCode !== 400) throw new Error("unreachable");
 * ```
 */
export const serverOptions = {
  // Fastify's default of 100 characters would cut off string ids that are longer.
  routerOptions: { maxParamLength: MAX_ID_LENGTH },

  // By default, Fastify has no timeout.
  requestTimeout: 60_000,
  // Requests are still served while the server closes, because Fastify's own 503 is not a JSON:API document.
  return503OnClosing: false,

  frameworkErrors(error: { readonly code: string }, _request: unknown, reply: object): void {
    const problem = FRAMEWORK_PROBLEMS[error.code] ?? httpError(400, "The request cannot be understood.");
    const { status, body } = errorResponse([problem]);
    // Fastify's types have a different reply for HTTP/2, which is not assignable here.
    (reply as FastifyReply).code(status).headers(DOCUMENT_HEADERS).send(Buffer.from(body));
  },

  clientErrorHandler(error: Error & { readonly code?: string }, socket: Socket): void {
    if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return void socket.destroy(error);
    if (waiting.has(socket)) return;
    const running = (socket as ServerSocket)._httpMessage ?? undefined;
    // The error is about what came behind this request, so its response comes first. The next one in the queue is checked the same way.
    if (running !== undefined && (running.req.complete || running.writableEnded)) {
      waiting.add(socket);
      running.once("close", () => {
        waiting.delete(socket);
        serverOptions.clientErrorHandler(error, socket);
      });
      return;
    }
    if (running?.headersSent) return void socket.destroy(error); // a second head would be read as its body
    const { status, body } = errorResponse([
      CLIENT_PROBLEMS[error.code ?? ""] ?? httpError(400, "The request is not valid HTTP."),
    ]);
    const head = [
      `HTTP/1.1 ${status} Error`,
      ...Object.entries(DOCUMENT_HEADERS).map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
    setTimeout(() => socket.destroy(), LINGER).unref(); // the client may not end its side, nor a handshake
  },
} satisfies FastifyServerOptions;
