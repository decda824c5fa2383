import type { Members, RoutesRecord } from "../types/routes.js";
import type { ActionUrlName, ResourceUrlName, UrlParameters, UrlWithoutParameters } from "../types/url-names.js";
import type { DeclaredIdempotency } from "../types/idempotency.js";
import type { Transaction } from "../types/router-options.js";
import type { MiddlewareSpec } from "./middleware.js";
import type { OperationSpec } from "./operation.js";
import type { ResourceSpec } from "./resource.js";

/**
 * The whole API. An adapter serves it, `openapi` describes it, and a client uses its type. The type contains neither context
 * nor handlers, so a client that imports it sees no server code.
 *
 * `TNeedsContext` is true if the context in `trestle<Context>()` has required members.
 */
export interface Router<
  TRoutes extends RoutesRecord,
  TNeedsContext extends boolean = boolean,
  TActions = {},
  TMembers extends Members = { readonly [N in keyof TRoutes]: "resource" },
> {
  readonly "~routes": TRoutes;
  readonly "~needsContext": TNeedsContext;
  readonly "~actions": TActions;
  readonly "~members": TMembers;
  /**
   * Returns the path of a registered URL, below the mount point.
   *
   * @param name `{type}__item`, `{type}__collection`, `{type}__{rel}__related`, `{type}__{rel}__relationship` `{type}__rpc__{action}`,
   *   `{type}__command__{action}`, `{type}__collection__command__{action}` or `command__{action}`; the same for queries and streams.
   * @param parameters `{ id }`, except for a collection.
   * @throws {TypeError} When no URL has this name.
   */
  url<
    const TName extends
      | { [N in keyof TRoutes & string]: ResourceUrlName<N, TRoutes[N]> }[keyof TRoutes & string]
      | ActionUrlName<"", TActions>,
  >(name: TName, parameters: UrlParameters<TName>): string;
  url<
    const TName extends
      | { [N in keyof TRoutes & string]: ResourceUrlName<N, TRoutes[N]> }[keyof TRoutes & string]
      | ActionUrlName<"", TActions>,
  >(name: TName & UrlWithoutParameters<TName>): string;
}

/** A router, without its types. */
export interface RouterSpec {
  readonly resources: ReadonlyMap<string, RoutesSpec>;
  /** The actions of the API itself. */
  readonly actions: readonly OperationSpec[];
  /** The router's middleware, for requests that belong to no declared operation. */
  readonly middleware: readonly MiddlewareSpec[];
  /** Runs a write in a transaction. */
  readonly transaction?: Transaction<object> | undefined;
  /** The store of the keys of idempotent operations. */
  readonly idempotency?: DeclaredIdempotency | undefined;
  /** Undefined if the API does not serve `POST /operations`. */
  readonly atomic?: AtomicSpec | undefined;
}

/** The requests that contain several operations. */
export interface AtomicSpec {
  /** The largest number of operations in a request. */
  readonly max: number;
  /** The request as an operation: its route, its options and the router's middleware. */
  readonly operation: OperationSpec;
}

export function operationsOf({ resources, actions }: RouterSpec): OperationSpec[] {
  return [...[...resources.values()].flatMap(({ operations }) => operations), ...actions];
}

/** The operations of one resource. */
export class RoutesSpec {
  constructor(
    readonly resource: ResourceSpec,
    readonly operations: readonly OperationSpec[],
  ) {}
}

/** Apart from the routers, so that users see none of their members. */
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
