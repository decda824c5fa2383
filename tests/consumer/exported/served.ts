import fastify, { type FastifyRequest } from "fastify";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { fetchHandler } from "trestle/fetch";
import { liveChannel, memoryHub } from "trestle/live";
import { checkOpenapi, openapi, openapiPages, writeOpenapi } from "trestle/openapi";
import { listenOn, migrate, migration, postgresHub, postgresStore } from "trestle/postgres";
import { redisHub, redisStore } from "trestle/redis";
import { api, type Context, context, t } from "./declared.js";

export const hub = memoryHub();
export const live = liveChannel(api, { hub, audience: () => ["all"], listens: (_ctx: Context) => ["all"] });
export const liveForAll = liveChannel(api, { hub });
export const options = { context, live, prefix: "/api" };
export const pages = openapiPages(api, { info: { title: "API", version: "1" } });
export const plugin = fastifyPlugin(api, {
  context: t.context((_request: FastifyRequest) => ({ user: undefined })),
  live,
  pages,
});
export const app = fastify(serverOptions);
export const handle = fetchHandler(api, options);
export const document = openapi(api, { info: { title: "API", version: "1" } });
export const written = writeOpenapi("openapi.json", document);
export const checked = checkOpenapi("openapi.json", document);

const pool = {
  query: async () => ({ rows: [] }),
  connect: async () => {
    throw new Error("…");
  },
};
export const listen = listenOn(pool);
export const sqlHub = postgresHub(pool, { listen });
export const transactionalHub = postgresHub(pool, { query: async (_ctx: Context) => ({ rows: [] }) });
export const store = postgresStore({ query: async (_ctx: Context) => ({ rows: [] }) });
export const migrated = migrate(pool);
export const sql = migration;
export const redis = { hub: redisHub, store: redisStore };
export const { publish, settled } = live;
