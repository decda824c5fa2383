import type { Limits } from "../protocol/limits.js";
import type { Route } from "../server/router.js";
import type { FastifyRequest } from "fastify";
import { OPERATIONS } from "../wire/operations.js";

/** A Fastify route for the operations at one URL. */
export interface SharedRoute {
  readonly url: string;
  readonly bodyLimit: number;
  readonly methods: Map<string, Route>;
}

/**
 * Operations at one URL share a Fastify route, and so do GET and HEAD, because each route makes the start slower (bench
 * `startup`).
 */
export function sharedRoutes(routes: Iterable<Route>, limits: Limits): Iterable<SharedRoute> {
  const shared = new Map<string, SharedRoute>();
  for (const route of routes) {
    const url = urlOf(route);
    const bodyLimit = bodyLimitOf(route.operation.options.bodySize ?? limits.bodySize); // one a route, to Fastify
    const key = `${bodyLimit} ${url}`;
    const { methods } = shared.get(key) ?? { methods: new Map<string, Route>() };
    methods.set(route.method, route);
    if (route.method === "GET") methods.set("HEAD", route);
    shared.set(key, { url, bodyLimit, methods });
  }
  return shared.values();
}

/** Fastify does not accept Infinity. */
export function bodyLimitOf(bodySize: number): number {
  return Math.min(bodySize, Number.MAX_SAFE_INTEGER);
}

/** `:id` is Fastify's syntax too. Other colons in a path are escaped. */
function urlOf({ segments }: Route): string {
  return `/${segments.map((segment) => (segment === ":id" ? segment : segment.replaceAll(":", "::"))).join("/")}`;
}

type FindRoute = (request: FastifyRequest) => Route | undefined;

const FIND = Symbol("find the operation");

/** The part of a Fastify route's `config` that finds the operation of a request before its body is parsed. */
export function routeConfig(find: FindRoute): object {
  return { [FIND]: find };
}

/** Whether the operation of a request takes a JSON body as text. An rpc reads its own body. */
export function takesText(request: FastifyRequest): boolean {
  const { [FIND]: find } = request.routeOptions.config as { readonly [FIND]?: FindRoute }; // set by `routeConfig`
  try {
    const operation = find?.(request)?.operation;
    if (operation === undefined) return false;
    const { body } = OPERATIONS[operation.info.kind];
    return body === "resource" || body === "linkage" || operation.options.input !== undefined;
  } catch {
    return false; // the path cannot be decoded
  }
}
