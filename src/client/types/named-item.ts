import type { AnyApi } from "../../define/types/routes.js";
import type { TypeName } from "./access.js";
import type * as client from "./item.js";

/** Include paths by their first segments. Each also has the form of a path that may or may not be included. */
type PathOf<TRelationship extends string> =
  | TRelationship
  | `${TRelationship}__${string}`
  | `?${TRelationship}`
  | `?${TRelationship}__${string}`;

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
  TInclude extends PathOf<keyof TApi["~routes"][TName]["~definition"]["relationships"] & string> = never,
  TFields = {},
> = client.Item<TApi, TName, TInclude, TFields>;
