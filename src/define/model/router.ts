import type { RoutesRecord } from "../types/routes.js";
import type { ResourceUrlName, UrlParameters } from "../types/url-names.js";
import type { OperationSpec } from "./operation.js";
import type { ResourceSpec } from "./resource.js";

/**
 * The whole API: what an adapter serves, what `openapi` reads, and, as a type, what a client is made from. It carries
 * neither context nor handlers, so a client that imports its type sees no server code.
 *
 * `TNeedsContext` is true where `trestle<Context>()` named a context with required members.
 */
export interface Router<TRoutes extends RoutesRecord, TNeedsContext extends boolean = boolean> {
  readonly "~routes": TRoutes;
  readonly "~needsContext": TNeedsContext;
  /**
   * The path below the mount point of a registered URL, by its name.
   *
   * @param name `{type}__item`, `{type}__collection`, `{type}__{rel}__related`, `{type}__{rel}__relationship` or `{type}__rpc__{action}`.
   * @param parameters `{ id }`, except for a collection.
   * @throws {TypeError} When nothing is registered under the name.
   */
  url<const TName extends { [N in keyof TRoutes & string]: ResourceUrlName<N, TRoutes[N]> }[keyof TRoutes & string]>(
    name: TName,
    ...parameters: UrlParameters<TName>
  ): string;
}

/** A router as the engine reads it. */
export interface RouterSpec {
  readonly resources: ReadonlyMap<string, RoutesSpec>;
}

/** The value behind `Routes`. */
export class RoutesSpec {
  constructor(
    readonly resource: ResourceSpec,
    readonly operations: readonly OperationSpec[],
  ) {}
}

/** Routers are seen by users as `Router`; what the engine reads of one hangs here. */
const specs = new WeakMap<object, RouterSpec>();

export function keepRouterSpec(router: object, spec: RouterSpec): void {
  specs.set(router, spec);
}

/** The spec behind a router. Throws a TypeError when `t.router` did not make it. */
export function routerSpec(router: object): RouterSpec {
  const spec = specs.get(router);
  if (spec === undefined) throw new TypeError("An adapter takes the router that t.router(…) made.");
  return spec;
}
