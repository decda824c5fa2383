import type { Limits } from "../protocol/limits.js";
import type { Route } from "../server/router.js";

/** A route of Fastify's, for all operations that it can serve. */
export interface SharedRoute {
  readonly url: string;
  readonly bodyLimit: number;
  readonly methods: Map<string, Route>;
}

/**
 * Fastify's routes are most of what it costs to start an app of many: so operations at one URL share one, and a GET its
 * HEAD.
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

/** Fastify knows no Infinity. */
export function bodyLimitOf(bodySize: number): number {
  return Math.min(bodySize, Number.MAX_SAFE_INTEGER);
}

/** `:id` is Fastify's own notation; what else a path holds is no parameter. */
function urlOf({ segments }: Route): string {
  return `/${segments.map((segment) => (segment === ":id" ? segment : segment.replaceAll(":", "::"))).join("/")}`;
}
