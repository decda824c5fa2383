import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Router } from "trestle";
import { fastifyPlugin, type FastifyPluginOptions } from "trestle/fastify";
import { fetchHandler, type InternalError } from "trestle/fetch";
import { describe, onTestFinished } from "vitest";
import type { RoutesRecord } from "../../src/define/types/routes.js";
import { fastifyApp } from "./fastify-app.js";
import { fetchServer } from "./fetch-server.js";
import { openRequest, openSession } from "./http2.js";
import { tls } from "./tls.js";
import { PATIENCE } from "./patience.js";

export interface ServeOptions extends Omit<FastifyPluginOptions, "routes"> {
  readonly prefix?: string;
  /** Adds hooks to the app, where there is one. */
  readonly before?: (app: FastifyInstance) => void;
  /** Options of the app, where there is one. */
  readonly app?: object;
}

export interface Served {
  readonly origin: string;
  /** The server's own errors that were logged. */
  readonly logged: unknown[];
  /** Closes the server as an app does when it ends: it waits for its connections. */
  close(): Promise<void>;
}

/** One way to be served. */
export interface Server {
  readonly name: string;
  readonly isFastify: boolean;
  readonly isHttp2: boolean;
  serve(api: Router<RoutesRecord, false>, options?: ServeOptions): Promise<Served>;
}

interface Kind {
  readonly routes?: "one";
  readonly http2?: boolean;
  readonly tls?: boolean;
  /** The protocol that clients speak, where the server speaks several. */
  readonly protocol: "http" | "https" | "h2" | "h2c";
}

function onFastify(name: string, { routes, http2 = false, tls: isTls = false, protocol }: Kind): Server {
  return {
    name,
    isFastify: true,
    isHttp2: protocol.startsWith("h2"),
    async serve(api, { prefix = "/api", before, app: own, ...options } = {}) {
      const logged: unknown[] = [];
      const write = (line: string) => {
        const { err, errorId } = JSON.parse(line);
        if (errorId !== undefined) logged.push(err);
      };
      const https = isTls ? { https: { ...tls, allowHTTP1: true } } : {};
      const app = fastifyApp({ logger: { level: "error", stream: { write } }, ...https, ...own }, http2);
      before?.(app);
      await app.register(fastifyPlugin(api, { ...options, routes }), { prefix });
      const origin = (await app.listen({ port: 0, host: "127.0.0.1" })).replace(/^https?/, protocol);
      onTestFinished(() => app.close());
      return { origin, logged, close: () => app.close() };
    },
  };
}

const onFetch: Server = {
  name: "Fetch",
  isFastify: false,
  isHttp2: false,
  async serve(api, { before: _, app: __, notFound: ___, prefix = "/api", ...options } = {}) {
    const logged: unknown[] = [];
    const closing = new AbortController();
    const onError = ({ error }: InternalError) => logged.push(error);
    const server = fetchServer(fetchHandler(api, { ...options, prefix, onError, signal: closing.signal }));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const close = () => {
      closing.abort();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    };
    onTestFinished(() => {
      server.closeAllConnections();
      return close();
    });
    return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, logged, close };
  },
};

export const everyServer: readonly Server[] = [
  onFastify("Fastify", { protocol: "http" }),
  onFastify("Fastify, one route", { protocol: "http", routes: "one" }),
  onFastify("Fastify, HTTP/2", { protocol: "h2c", http2: true }),
  onFastify("Fastify, HTTP/2, one route", { protocol: "h2c", http2: true, routes: "one" }),
  onFastify("Fastify, HTTP/2 with TLS", { protocol: "h2", http2: true, tls: true }),
  onFastify("Fastify, HTTP/1.1 with TLS", { protocol: "https", http2: true, tls: true }),
  onFetch,
];

/** Runs the same tests on each of them. */
export function describeEveryServer(name: string, tests: (server: Server) => void): void {
  describe.each(everyServer)(`${name}: $name`, tests);
}

/** For what depends on the adapter and on the version of HTTP only: the way to each of both, and no second one. */
export function describeEveryAdapter(name: string, tests: (server: Server) => void): void {
  describe.each(everyServer.filter(({ name }) => ADAPTERS.includes(name)))(`${name}: $name`, tests);
}

const ADAPTERS = ["Fastify", "Fastify, HTTP/2", "Fetch"];

/** A response whose body is still coming. */
export interface Opened {
  readonly status: number;
  /** How it ended: as it should, or broken off. */
  readonly ended: Promise<"complete" | "broken">;
  /** Closes the connection, or the stream of the session. */
  leave(): void;
}

/**
 * Sends a request without a body, and waits for no more than the head of the response and the first of its body.
 *
 * @param isQuiet Whether to wait for the head alone.
 */
export function open(origin: string, line: string, isQuiet = false): Promise<Opened> {
  return origin.startsWith("h2") ? openHttp2(origin, line, isQuiet) : openHttp1(origin, line, isQuiet);
}

function openHttp2(origin: string, line: string, isQuiet: boolean): Promise<Opened> {
  const session = openSession(origin);
  onTestFinished(() => session.destroy());
  const stream = openRequest(session, line);
  let isComplete = false;
  const ended = new Promise<"complete" | "broken">((resolve) => {
    stream.on("end", () => {
      isComplete = stream.rstCode === 0;
    });
    stream.on("error", () => {});
    stream.on("close", () => resolve(isComplete && stream.rstCode === 0 ? "complete" : "broken"));
  });
  return new Promise((resolve) => {
    stream.on("response", ({ ":status": status = 0 }) => {
      const opened = () => resolve({ status, ended, leave: () => stream.close(8) });
      if (isQuiet) opened();
      else stream.once("data", opened);
    });
  });
}

function openHttp1(origin: string, line: string, isQuiet: boolean): Promise<Opened> {
  const { protocol, hostname, port } = new URL(origin);
  const send = protocol === "https:" ? httpsRequest : httpRequest;
  const [method, path] = line.split(" ");
  return new Promise((resolve, reject) => {
    const agent = false; // a connection of its own, which is not kept
    const request = send(
      { agent, hostname, port, method, path, rejectUnauthorized: false, headers: { connection: "keep-alive" } },
      (response) => {
        const ended = new Promise<"complete" | "broken">((end) => {
          response.on("end", () => end("complete"));
          response.on("error", () => end("broken"));
        });
        const opened = () => resolve({ status: response.statusCode ?? 0, ended, leave: () => request.destroy() });
        if (isQuiet) opened();
        else response.once("data", opened);
      },
    );
    request.on("error", reject);
    request.end();
  });
}

/** Waits for what a server does a moment later. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`It did not happen: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
