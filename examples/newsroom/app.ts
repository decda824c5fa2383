import scalar from "@scalar/fastify-api-reference";
import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";
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

/** The page that sends requests. The API's page links to it. */
const TRY_IT = "/api/docs/try";

const TRY_IT_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** The newsroom's server on an open connection, not yet listening: its API, and its page. Closing it closes the connection too. */
export async function createServer({ db, close }: Connection): Promise<FastifyInstance> {
  const server = Fastify({ ...serverOptions });
  server.addHook("onClose", close);
  const context = t.context(() => ({ db }));
  // Everybody may read everything here, so everybody may hear of everything.
  const live = liveChannel(api, {
    hub: memoryHub(),
    audience: () => ["all"],
    listens: () => ["all"],
    heartbeat: 5_000, // by which the page notices soon that the server hangs
  });
  const pages = openapiPages(api, { info, docs: { tryIt: TRY_IT } });
  await server.register(fastifyPlugin(api, { context, live, pages }), { prefix: "/api" });
  await server.register(scalar, {
    routePrefix: TRY_IT,
    configuration: {
      url: "/api/openapi.json",
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      showDeveloperTools: "never",
    },
    hooks: { onRequest: addPolicy },
  });
  await server.register(backOffice);
  return server;
}

/** Scalar can load fonts and more from other servers. The policy forbids it. */
function addPolicy(_request: unknown, reply: FastifyReply, done: () => void): void {
  reply.header("content-security-policy", TRY_IT_POLICY);
  done();
}
