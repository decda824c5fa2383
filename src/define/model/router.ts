import type { RoutesRecord } from "../types/routes.js";
import type { ResourceUrlName, UrlParameters } from "../types/url-names.js";
import type { Transaction } from "../types/transaction.js";
import type { OperationSpec } from "./operation.js";
import type { ResourceSpec } from "./resource.js";

/**
 * The whole API. An adapter serves it, `openapi` describes it, and a client uses its type. The type contains neither context
 * nor handlers, so a client that imports it sees no server code.
 *
 * `TNeedsContext` is true if the context in `trestle<Context>()` has required members.
 */
export interface Router<TRoutes extends RoutesRecord, TNeedsContext extends boolean = boolean> {
  readonly "~routes": TRoutes;
  readonly "~needsContext": TNeedsContext;
  /**
   * Returns the path of a registered URL, below the mount point.
   *
   * @param name `{type}__item`, `{type}__collection`, `{type}__{rel}__related`, `{type}__{rel}__relationship` or `{type}__rpc__{action}`.
   * @param parameters `{ id }`, except for a collection.
   * @throws {TypeError} When no URL has this name.
   */
  url<const TName extends { [N in keyof TRoutes & string]: ResourceUrlName<N, TRoutes[N]> }[keyof TRoutes & string]>(
    name: TName,
    ...parameters: UrlParameters<TName>
  ): string;
}

/** A router, without its types. */
export interface RouterSpec {
  readonly resources: ReadonlyMap<string, RoutesSpec>;
  /** Runs a write in a transaction. */
  readonly transaction?: Transaction<object> | undefined;
}

/** The value of `Routes`. */
export class RoutesSpec {
  constructor(
    readonly resource: ResourceSpec,
    readonly operations: readonly OperationSpec[],
  ) {}
}

/** The specs of routers. */
const specs = new WeakMap<object, RouterSpec>();

export function keepRouterSpec(router: object, spec: RouterSpec): void {
  specs.set(router, spec);
}

/** The spec of a router. Throws a TypeError when `t.router` did not make the router. */
export function routerSpec(router: object): RouterSpec {
  const spec = specs.get(router);
  if (spec === undefined) throw new TypeError("An adapter needs a router from t.router(…).");
  return spec;
}
