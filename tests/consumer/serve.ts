import fastify from "fastify";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { fetchHandler } from "trestle/fetch";
import { type OpenapiDocument, openapi, openapiPages } from "trestle/openapi";
import { api, t } from "./api.js";

const context = t.context(() => ({ names: new Map([[1, "ann"]]) }));

export const app = fastify(serverOptions);
const info = { title: "Consumer", version: "1.0.0" };
export const document: OpenapiDocument = openapi(api, { info });
await app.register(fastifyPlugin(api, { context, pages: openapiPages(api, { info }) }), { prefix: "/api" });

export const handle: (request: Request) => Promise<Response> = fetchHandler(api, { prefix: "/api", context });
