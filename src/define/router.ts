import type { RoutesRecord, RoutesSpec } from "./routes.js";
import type { ResourceUrlName, UrlParameters } from "./url-names.js";

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
