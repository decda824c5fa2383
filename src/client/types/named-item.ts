import type { AnyApi } from "../../define/types/routes.js";
import type { DefinitionOf, RelationshipsOf, TypeName } from "./access.js";
import type * as client from "./item.js";
import type { Sendable } from "../../define/types/client-input.js";
import type { AnyActionEndpoint, ResultOfAction } from "./action.js";

/**
 * Include paths, checked in their first two segments. Each also has the form of a path that may or may not be included.
 * `& {}`: messages print the paths, not the alias.
 */
type IncludePaths<TApi extends AnyApi, TName extends TypeName<TApi>> = {
  [K in NameOf<TApi, TName>]: Marked<K | Below<K, NameOf<TApi, RelationshipsOf<TApi, TName>[K]["target"]>>>;
}[NameOf<TApi, TName>] & {};

type NameOf<TApi extends AnyApi, TName extends TypeName<TApi>> = DefinitionOf<TApi, TName>["~relationship"];
type Below<TFirst extends string, TSecond extends string> = `${TFirst}__${TSecond | `${TSecond}__${string}`}`;
type Marked<TPath extends string> = TPath | `?${TPath}`;

/**
 * A resource in the client: plain data with the fields that the client requested.
 *
 * - `TInclude`: the include paths, as a union. An included relationship is the resource. Any other is its `Identifier`,
 *   or for a to-many without `linkage`, the property is missing.
 * - `TFields`: the argument of `fields`. The item has only these properties.
 *
 * @example
 * ```ts
 * import type { Item } from "trestle/client";
 * import type { Api } from "./newsroom.js";
 *
 * type ArticleWithAuthor = Item<Api, "articles", "author">;
 * ```
 */
export type Item<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  TInclude extends IncludePaths<TApi, TName> = never,
  TFields = {},
> = client.Item<TApi, TName, TInclude, TFields>;

/** The actions of a type; with null, those of the API itself. */
type ActionsOf<TApi extends AnyApi, TName extends TypeName<TApi> | null> =
  TName extends TypeName<TApi> ? TApi["~routes"][TName]["~actions"] : TApi["~actions"];

type EndpointOf<
  TApi extends AnyApi,
  TName extends TypeName<TApi> | null,
  TAction extends keyof ActionsOf<TApi, TName>,
> = ActionsOf<TApi, TName>[TAction] extends infer E extends AnyActionEndpoint ? E : never;

/**
 * The input of a command, a query or a stream: of a type, or with null of the API itself.
 *
 * @example
 * ```ts
 * import { trestle } from "trestle";
 * import type { ActionInput } from "trestle/client";
 * import { z } from "zod";
 *
 * const t = trestle();
 * const tickets = t.resource("tickets", { id: z.int(), attributes: { title: z.string() } });
 * const merge = tickets.command({ input: z.object({ into: z.int(), at: z.date() }) }, () => undefined);
 * const api = t.router({ tickets: tickets.routes().actions({ merge }) });
 * type ApiType = typeof api;
 * interface Api extends ApiType {}
 *
 * const input: ActionInput<Api, "tickets", "merge"> = { into: 8, at: new Date() };
 * ```
 */
export type ActionInput<
  TApi extends AnyApi,
  TName extends TypeName<TApi> | null,
  TAction extends keyof ActionsOf<TApi, TName>,
> = Sendable<EndpointOf<TApi, TName, TAction>["input"]>;

/**
 * The result of a command or a query, or an event of a stream: of a type, or with null of the API itself. The last argument lists the
 * included paths, as in `Item`.
 *
 * @example
 * ```ts
 * import { trestle } from "trestle";
 * import type { ActionResult } from "trestle/client";
 * import { z } from "zod";
 *
 * const t = trestle();
 * const me = t.query({ output: z.object({ name: z.string() }) }, () => ({ name: "ann" }));
 * const api = t.router({}, { actions: { me } });
 *
 * const cached: ActionResult<typeof api, null, "me"> = { name: "ann" };
 * ```
 */
export type ActionResult<
  TApi extends AnyApi,
  TName extends TypeName<TApi> | null,
  TAction extends keyof ActionsOf<TApi, TName>,
  TInclude extends string = never,
> = ResultOfAction<TApi, EndpointOf<TApi, TName, TAction>, TInclude>;
