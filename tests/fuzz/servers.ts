import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { fetchHandler } from "trestle/fetch";
import { fetchServer } from "../support/fetch-server.js";
import { sendRaw } from "../support/http.js";
import { t } from "../support/newsroom/trestle.js";
import { api } from "./api.js";
import type { FuzzRequest } from "./request.js";
import { WatchedStore } from "./watched-store.js";

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The newsroom behind one adapter, asked in process or over a socket. */
export interface Side {
  readonly name: string;
  store: WatchedStore;
  /** What was logged as the server's own errors, since it was looked at last. */
  readonly failures: string[];
  inProcess(request: FuzzRequest): Promise<FuzzAnswer>;
  overHttp(request: FuzzRequest): Promise<FuzzAnswer>;
  close(): Promise<void>;
}

/** Keeps idle connections open: a server that closes one between two requests must not look like a failure. */
const FOREVER = 0;

const contextOf = (side: { store: WatchedStore }, user: string | undefined) => ({ store: side.store, user });

export async function fastifySide(): Promise<Side> {
  const failures: string[] = [];
  const write = (line: string) => void failures.push(line);
  const app = Fastify({ ...serverOptions, keepAliveTimeout: FOREVER, logger: { level: "error", stream: { write } } });
  const context = t.context((request: { headers: { authorization?: string } }) =>
    contextOf(side, request.headers.authorization),
  );
  await app.register(fastifyPlugin(api, { context }), { prefix: "/api" });
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const side: Side = {
    name: "Fastify",
    store: new WatchedStore(),
    failures,
    async inProcess({ method, target, headers, body }) {
      const options = {
        method: method as "GET",
        url: `/api${target}`,
        headers: headers as Record<string, string | string[]>, // light-my-request only reads them
        ...(body === undefined ? {} : { payload: body }),
      };
      const response = await app.inject(options);
      return {
        status: response.statusCode,
        headers: new Headers(response.headers as Record<string, string>),
        text: response.payload,
      };
    },
    overHttp: overHttp(origin),
    async close() {
      app.server.closeAllConnections();
      await app.close();
    },
  };
  return side;
}

export async function fetchSide(): Promise<Side> {
  const failures: string[] = [];
  const context = t.context((request: Request) => contextOf(side, request.headers.get("authorization") ?? undefined));
  const onError = ({ error }: { readonly error: unknown }) =>
    void failures.push(error instanceof Error ? `${error.stack}` : `${error}`);
  const handle = fetchHandler(api, { prefix: "/api", context, onError });
  const server = fetchServer(handle);
  server.keepAliveTimeout = FOREVER;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const side: Side = {
    name: "Fetch",
    store: new WatchedStore(),
    failures,
    async inProcess({ method, target, headers, body }) {
      // An empty body is none on the wire.
      const init = {
        method,
        headers: headerLines(headers),
        ...(body === undefined || body.length === 0 ? {} : { body: new Uint8Array(body) }),
      };
      const response = await handle(new Request(`http://localhost/api${target}`, init));
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
    overHttp: overHttp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return side;
}

/** One entry for each line. */
function headerLines(headers: FuzzRequest["headers"]): [string, string][] {
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
}

function overHttp(origin: string): Side["overHttp"] {
  return async ({ method, target, headers, body }) => {
    const answer = await sendRaw(origin, `${method} /api${target}`, {
      headers: headers as Record<string, string>, // Node's client sends a list as several lines
      ...(body === undefined ? {} : { text: body }),
    });
    return { ...answer, headers: new Headers(answer.headers as Record<string, string>) };
  };
}
