import Fastify from "fastify";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { api } from "../trestle-api.js";

/** What rich types cost is the difference. */
export async function start(port: number): Promise<void> {
  const app = Fastify(serverOptions);
  await app.register(fastifyPlugin(api, { richTypes: "never" }), { prefix: "/api" });
  await app.listen({ port, host: "127.0.0.1" });
}
