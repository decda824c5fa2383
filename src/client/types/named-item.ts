import type { AnyApi } from "../../define/types/routes.js";
import type { DefinitionOf, RelationshipsOf, TypeName } from "./access.js";
import type * as client from "./item.js";

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
