export { fastifyPlugin } from "./fastify-plugin.js";
export { serverOptions } from "./server-options.js";

export type { Limits } from "../protocol/limits.js";
export type { InternalError, ServiceOptions } from "../server/options.js";
export type { Mount, Pages } from "../server/pages.js";
export type { FastifyPluginOptions } from "./fastify-plugin.js";
