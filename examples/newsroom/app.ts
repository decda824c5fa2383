import Fastify, { type FastifyInstance } from "fastify";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { liveChannel, memoryHub } from "trestle/live";
import { openapiPages } from "trestle/openapi";
import { api } from "./api.js";
import type { Connection } from "./db/connect.js";
import { backOffice } from "./page.js";
import { t } from "./trestle.js";

/** The head of the API's description, which is served at /api/openapi.json, and as a page at /api/docs. */
export const info = {
  title: "Newsroom",
  version: "1.0.0",
  description: "Articles, who wrote them, and where they are filed.",
};

/** The newsroom's server on an open connection, not yet listening: its API, and its page. Closing it closes the connection too. */
export async function createServer({ db, close }: Connection): Promise<FastifyInstance> {
  const server = Fastify({ ...serverOptions });
  server.addHook("onClose", close);
  const context = t.context(() => ({ db }));
  // Everybody may read everything here, so everybody may hear of everything.
  const live = liveChannel(api, { hub: memoryHub(), audience: () => ["all"], listens: () => ["all"] });
  await server.register(fastifyPlugin(api, { context, live, pages: openapiPages(api, { info }) }), { prefix: "/api" });
  await server.register(backOffice);
  return server;
}
