import type { AddressInfo } from "node:net";
import type { Router } from "trestle";
import Fastify, { type FastifyInstance } from "fastify";
import { fastifyPlugin, type FastifyPluginOptions, serverOptions } from "trestle/fastify";
import { fetchHandler, type InternalError } from "trestle/fetch";
import { describe, onTestFinished } from "vitest";
import type { RoutesRecord } from "../../src/define/types/routes.js";
import { fetchServer } from "./fetch-server.js";

/** Options of both adapters. */
export type ServeOptions = Omit<FastifyPluginOptions, "notFound">;

/** An API that listens on a free loopback port, until the test is over. */
export interface Served {
  readonly origin: string;
  /** What was logged as the server's own errors: message, and cause. */
  readonly logged: string[];
}

export type Serve = (api: Router<RoutesRecord, false>, options?: ServeOptions) => Promise<Served>;

/** Makes a Fastify app whose log of internal errors is kept. */
export function loggingApp(logged: Served["logged"], options: object = {}): FastifyInstance {
  const write = (line: string) => {
    const { err, errorId } = JSON.parse(line);
    if (errorId !== undefined) logged.push(err.message); // pino appends the cause's message
  };
  return Fastify({ ...serverOptions, ...options, logger: { level: "error", stream: { write } } });
}

const onFastify: Serve = async (api, options) => {
  const logged: Served["logged"] = [];
  const app = loggingApp(logged);
  await app.register(fastifyPlugin(api, options), { prefix: "/api" });
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  return { origin, logged };
};

const onFetch: Serve = async (api, options) => {
  const logged: Served["logged"] = [];
  const onError = ({ error }: InternalError) => {
    const { message, cause } = error as Error; // what these tests throw are errors
    logged.push(cause instanceof Error ? `${message}: ${cause.message}` : message);
  };
  const server = fetchServer(fetchHandler(api, { ...options, prefix: "/api", onError }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, logged };
};

/** Runs the same tests on both adapters, for APIs that a test makes itself. */
export function describeServers(name: string, tests: (serve: Serve, adapter: string) => void): void {
  describe.each([
    ["Fastify", onFastify],
    ["Fetch", onFetch],
  ] as const)(`${name}: %s`, (adapter, serve) => tests(serve, adapter));
}
