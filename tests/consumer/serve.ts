import fastify from "fastify";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { fetchHandler } from "trestle/fetch";
import { api, t } from "./api.js";

const context = t.context(() => ({ names: new Map([[1, "ann"]]) }));

export const app = fastify(serverOptions);
await app.register(fastifyPlugin(api, { context }), { prefix: "/api" });

export const handle: (request: Request) => Promise<Response> = fetchHandler(api, { prefix: "/api", context });
