import Fastify from "fastify";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { MAX_LIMIT } from "../data.js";
import { api } from "../trestle-api.js";

export async function start(port: number): Promise<void> {
  const app = Fastify(serverOptions);
  // The default bounds what an answer may include; lists of thousands of rows need more.
  const limits = MAX_LIMIT > 100 ? { included: 1_000_000 } : {};
  await app.register(fastifyPlugin(api, { limits }), { prefix: "/api" });
  await app.listen({ port, host: "127.0.0.1" });
}
