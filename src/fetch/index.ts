export { fetchHandler } from "./fetch-handler.js";

export type { Limits } from "../protocol/limits.js";
export type { InternalError, ServiceOptions } from "../server/options.js";
export type { Mount, Pages } from "../server/pages.js";
export type { FetchHandler, FetchHandlerOptions } from "./fetch-handler.js";
