import Fastify, { type FastifyInstance } from "fastify";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { api } from "./api.js";
import type { Connection } from "./db/connect.js";
import { t } from "./trestle.js";

/** The newsroom's server on an open connection, not yet listening. Closing it closes the connection too. */
export async function createServer({ db, close }: Connection): Promise<FastifyInstance> {
  const server = Fastify({ ...serverOptions });
  server.addHook("onClose", close);
  await server.register(fastifyPlugin(api, { context: t.context(() => ({ db })) }), { prefix: "/api" });
  return server;
}
