import type { AnyApi } from "../../define/types/routes.js";
import type { TypeName, DefinitionOf, EndpointsOf, OfRelationship, RelatedName } from "./access.js";
import type { Methods } from "./methods.js";
import type { Changes } from "./write.js";
import type { NotAllowed } from "../../define/types/not-allowed.js";
import type { EndpointFilter, EndpointPage, EndpointSort } from "./query-input.js";

/**
 * The names of an API's resources: all of them, or those that have a method of the client. As a bound it types a function
 * for any resource: in it, `client[name]` has the methods that every resource of the bound has.
 *
 * @example
 * ```ts
 * import type { ResourceName } from "trestle/client";
 * import type { Api } from "./newsroom.js";
 *
 * async function read<Name extends ResourceName<Api, "get">>(name: Name, id: string) {
 *   return client[name].get(id);
 * }
 * (await read("users", "7")).username; // "ann"
 * ```
 */
export type ResourceName<TApi extends AnyApi, TMethod extends keyof Methods<AnyApi, string> & {} = never> = [
  TMethod,
] extends [never]
  ? TypeName<TApi>
  : WithMethod<TApi, TMethod>;

// `& {}`: messages print the names, not the alias.
type WithMethod<TApi extends AnyApi, TMethod> = {
  [N in TypeName<TApi>]: TMethod extends keyof TApi["~routes"][N]["~methods"] ? N : never;
}[TypeName<TApi>] & {};

/**
 * The input of a create: its create fields. A field is optional if it has a default or may be absent.
 *
 * @example
 * ```ts
 * import type { CreateInput } from "trestle/client";
 * import type { Api } from "./newsroom.js";
 *
 * const draft: CreateInput<Api, "articles"> = { title: "Drafts", content: "…", author: 7 };
 * await client.articles.create(draft);
 * ```
 */
export type CreateInput<TApi extends AnyApi, TName extends ResourceName<TApi, "create">> = DefinitionOf<
  TApi,
  TName
>["~sentToCreate"];

/**
 * The input of an update: any of its edit fields. A field that is missing or undefined does not change.
 *
 * @example
 * ```ts
 * import type { UpdateInput } from "trestle/client";
 * import type { Api } from "./newsroom.js";
 *
 * const changes: UpdateInput<Api, "articles"> = { title: "A better title" };
 * await client.articles.update(1, changes);
 * ```
 */
export type UpdateInput<TApi extends AnyApi, TName extends ResourceName<TApi, "update">> = DefinitionOf<
  TApi,
  TName
>["~sentToEdit"] &
  Changes;

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
