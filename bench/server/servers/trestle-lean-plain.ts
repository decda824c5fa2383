import Fastify from "fastify";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { api } from "../trestle-api.js";

/** Resources and relationships have no links, and documents no type notes: what the hand-written server sends. */
export async function start(port: number): Promise<void> {
  const app = Fastify(serverOptions);
  await app.register(fastifyPlugin(api, { links: "document", richTypes: "never" }), { prefix: "/api" });
  await app.listen({ port, host: "127.0.0.1" });
}
