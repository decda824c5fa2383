import type { ServerResponse } from "node:http";
import { constants, type Http2ServerResponse, type Http2Session } from "node:http2";
import type { Server, Socket } from "node:net";
import { isHttp2 } from "./node-messages.js";

/** Milliseconds that a client has to go on sending or reading, or to send its first request, when the server closes. Some never do. */
const GRACE = 3000;

/** Milliseconds after which a client that goes on for ever, byte by byte, is not waited for. */
const LIMIT = 30_000;

type Raw = ServerResponse | Http2ServerResponse;

/** A connection of HTTP/1, or a session of HTTP/2. */
type Connection = Socket | Http2Session;

/** With what Node's own timeout of a socket reads. */
type Carrier = Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null };

const ofServers = new WeakMap<Server, Connections>();

/**
 * The connections of a server, and what is under way on them. When the server closes, each ends behind its last response: Fastify would
 * wait for its keep-alive, or until its client leaves, and Node destroys those whose last response is not completely sent.
 */
export class Connections {
  /**
   * The last response of a connection of HTTP/1, whose responses end in their order, and those of a session whose exchange is not complete.
   * Undefined before the first request. A set and a listener for each response of HTTP/1 take 5 % of a small request (bench `server --before`).
   */
  readonly #open = new Map<Connection, ServerResponse | Set<Http2ServerResponse> | undefined>();
  /** What carries TLS and HTTP/2: before the handshake, and behind a session whose client stays, there is a socket only. */
  readonly #carriers = new Set<Socket>();
  /** Whether no response may be followed by another on its connection. */
  isClosing = false;

  /** All APIs of a server share its listeners, because Node warns of a leak at eleven. */
  static of(server: Server, isSecure: boolean, speaksHttp2: boolean): Connections {
    const connections = ofServers.get(server) ?? new Connections(server, isSecure, speaksHttp2);
    ofServers.set(server, connections);
    return connections;
  }

  private constructor(server: Server, isSecure: boolean, speaksHttp2: boolean) {
    server.on("connection", (socket: Socket) => {
      if (!isSecure && !speaksHttp2) return this.#add(socket);
      this.#carriers.add(socket);
      socket.once("close", () => this.#carriers.delete(socket));
    });
    server.on("secureConnection", (socket: Socket & { readonly alpnProtocol: unknown }) => {
      if (socket.alpnProtocol !== "h2") this.#add(socket);
    });
    server.on("session", (session: Http2Session) => this.#add(session));
    server.on("request", (_request: unknown, response: Raw) => this.#begin(response));
    Object.assign(server, { closeIdleConnections: () => this.#closeIdle() }); // Node calls it in `close`
  }

  close(): void {
    if (this.isClosing) return; // by another API of the server
    this.isClosing = true;
    for (const [connection, begun] of this.#open) {
      if (isSession(connection))
        connection.close(); // after its last response
      else if (begun && !(begun instanceof Set) && isUnderWay(begun)) this.#endAfter(begun); // the idle ones: see `closeIdle`
    }
    this.#endLater(this.#progress(), performance.now() + LIMIT);
  }

  #add(connection: Connection): void {
    this.#open.set(connection, undefined);
    connection.once("close", () => this.#open.delete(connection));
  }

  #begin(raw: Raw): void {
    const connection = isHttp2(raw) ? raw.stream.session : raw.req.socket;
    if (connection === undefined) return; // it has ended
    if (!this.#open.has(connection)) this.#add(connection);
    if (isHttp2(raw)) {
      const begun = this.#open.get(connection);
      const responses = begun instanceof Set ? begun : new Set<Http2ServerResponse>();
      this.#open.set(connection, responses.add(raw));
      const end = () => responses.delete(raw);
      // After a reset with NO_ERROR, Node waits for what it cannot send any more, and says only that the request has ended.
      const { stream } = raw;
      const leave = () => stream.closed && stream.rstCode === constants.NGHTTP2_NO_ERROR && stream.destroy();
      stream.once("aborted", leave).once("end", leave);
      raw.once("close", () => (raw.req.complete ? end() : raw.req.once("close", end)));
    } else {
      this.#open.set(connection, raw);
      if (this.isClosing) this.#endAfter(raw);
    }
  }

  /** Ends a connection of HTTP/1 when its last exchange is complete. */
  #endAfter(last: ServerResponse): void {
    const { req } = last;
    if (isComplete(last)) {
      if (this.#open.get(req.socket) === last) req.socket.end();
    } else if (last.closed) {
      req.once("close", () => this.#endAfter(last)); // the client sends the rest of a body that was refused
    } else {
      last.once("close", () => this.#endAfter(last));
    }
  }

  #closeIdle(): void {
    for (const [connection, begun] of this.#open) {
      if (!isSession(connection) && begun && !isUnderWay(begun) && !isTakenOver(connection)) connection.destroy();
    }
  }

  /** Ends the connections on which nothing moves, if it is their client's turn. */
  #endLater(before: ReadonlyMap<Connection, string>, until: number): void {
    setTimeout(() => {
      const now = this.#progress();
      const used = new Set([...this.#open.keys()].map(clientOf));
      for (const socket of this.#carriers) {
        if (!used.has(clientOf(socket)) && before.get(socket) === now.get(socket)) socket.destroy();
      }
      for (const [connection, begun] of this.#open) {
        const isIdle = begun !== undefined && !isUnderWay(begun);
        if (isIdle ? isSession(connection) || !connection.writableEnded : isTakenOver(connection)) continue;
        if (begun instanceof Set ? [...begun].some(isRunning) : begun && !isIdle && isRunning(begun)) continue;
        const hasMoved = begun && !isIdle && before.get(connection) !== now.get(connection);
        if (!hasMoved || performance.now() > until) connection.destroy();
      }
      if (this.#open.size + this.#carriers.size > 0) this.#endLater(now, until);
    }, GRACE).unref();
  }

  #progress(): ReadonlyMap<Connection, string> {
    return new Map([...this.#open.keys(), ...this.#carriers].map((connection) => [connection, progressOf(connection)]));
  }
}

function isSession(connection: Connection): connection is Http2Session {
  return "goaway" in connection;
}

/** The client of a connection: all that one socket carries have the same one. */
function clientOf(connection: Connection): string | undefined {
  if (connection.destroyed) return undefined;
  const { remoteAddress, remotePort } = isSession(connection) ? connection.socket : connection;
  return `${remoteAddress} ${remotePort}`;
}

/** What changes when a connection carries bytes. Node counts those that it has not sent yet, and for HTTP/2 none that it sends. */
function progressOf(connection: Connection): string {
  if (connection.destroyed) return "";
  const socket: Carrier = isSession(connection) ? connection.socket : connection;
  const { bytesRead, bytesWritten, writableLength, _handle } = socket;
  const sent = isSession(connection) ? connection.state.remoteWindowSize : bytesWritten - writableLength;
  return [bytesRead, sent, _handle?.writeQueueSize].join();
}

/** Whether a listener of "upgrade" or "connect" owns the connection. Node takes its parser away then. */
function isTakenOver(connection: Connection & { readonly parser?: object | null }): boolean {
  return connection.parser === null;
}

function isUnderWay(begun: ServerResponse | Set<Http2ServerResponse>): boolean {
  return begun instanceof Set ? begun.size > 0 : !isComplete(begun);
}

/** Whether a response is sent, and its request was read or has broken off. */
function isComplete({ closed, req }: ServerResponse): boolean {
  return closed && (req.complete || req.closed);
}

/** Whether the handler has what it needs for a response, and has not begun one. Its timeout ends it. */
function isRunning(raw: Raw): boolean {
  if (raw.headersSent) return false;
  // A response of HTTP/1 has no socket while it waits behind another one.
  if (!isHttp2(raw)) return raw.socket === null || raw.req.complete || raw.req.readableLength > 0;
  const { state, readableLength } = raw.stream;
  return state.remoteClose === 1 || readableLength + raw.req.readableLength > 0;
}
