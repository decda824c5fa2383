import type { NotAllowed } from "../../define/types/not-allowed.js";
import type { AnyApi } from "../../define/types/routes.js";
import type { EndpointsOf, OfRelationship, RelatedName, TypeName } from "./access.js";
import type { EndpointFilter, EndpointPage, EndpointSort } from "./query-input.js";
import type { ResourceName } from "./resource-name.js";

/** The resources with a list; with a relationship, those whose related resources can be read. */
type Listed<TApi extends AnyApi, TRelationship> = [TRelationship] extends [never]
  ? ResourceName<TApi, "list">
  : ResourceName<TApi, "related">;

/** The endpoint of a list; with a relationship, of its related resources. */
type ListOf<TApi extends AnyApi, TName extends TypeName<TApi>, TRelationship> = [TRelationship] extends [never]
  ? TApi["~routes"][TName]["~endpoint"]["list"]
  : OfRelationship<EndpointsOf<TApi, TName>["related"], TRelationship>;

/**
 * The argument of a list's `filter`: any of its declared filters.
 *
 * @example
 * ```ts
 * import type { FilterInput } from "trestle/client";
 * import type { Api } from "./newsroom.js";
 *
 * const filter: FilterInput<Api, "articles"> = { published: true };
 * await client.articles.list().filter(filter);
 * ```
 */
export type FilterInput<
  TApi extends AnyApi,
  TName extends Listed<TApi, TRelationship>,
  TRelationship extends RelatedName<TApi, TName> = never,
> = EndpointFilter<ListOf<TApi, TName, TRelationship>>;

/**
 * One argument of a list's `sort`: a sort key, or with a minus in front for descending order.
 *
 * @example
 * ```ts
 * import type { SortInput } from "trestle/client";
 * import type { Api } from "./newsroom.js";
 *
 * const newest: SortInput<Api, "articles"> = "-created_at";
 * await client.articles.list().sort(newest, "title");
 * ```
 */
export type SortInput<
  TApi extends AnyApi,
  TName extends Listed<TApi, TRelationship>,
  TRelationship extends RelatedName<TApi, TName> = never,
> = EndpointSort<ListOf<TApi, TName, TRelationship>>;

/**
 * The argument of a list's `page`, which depends on the kind of its pages.
 *
 * @example
 * ```ts
 * import type { PageInput } from "trestle/client";
 * import type { Api } from "./newsroom.js";
 *
 * const second: PageInput<Api, "articles"> = { offset: 20, limit: 20 };
 * await client.articles.list().page(second);
 * ```
 */
export type PageInput<
  TApi extends AnyApi,
  TName extends Listed<TApi, TRelationship>,
  TRelationship extends RelatedName<TApi, TName> = never,
> = EndpointPage<ListOf<TApi, TName, TRelationship>>;

/**
 * An include path of a resource: of any of its operations, or only of one, such as `"list"`.
 *
 * @example
 * ```ts
 * import type { IncludePath } from "trestle/client";
 * import type { Api } from "./newsroom.js";
 *
 * const path: IncludePath<Api, "articles", "list"> = "author__articles";
 * await client.articles.list().include(path);
 * ```
 */
export type IncludePath<
  TApi extends AnyApi,
  TName extends ResourceName<TApi>,
  TOperation extends "get" | "list" | "create" | "update" = "get" | "list" | "create" | "update",
> = Exclude<TApi["~routes"][TName]["~endpoint"][TOperation]["~includePath"], NotAllowed<string>>;
