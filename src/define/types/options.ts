import type { QueryShape } from "./endpoint.js";
import type { AnyErrorClass } from "../errors.js";
import type { List, AnyName } from "./name-list.js";
import type { AnyMiddleware } from "./context.js";
import type { NotAllowed } from "./not-allowed.js";
import type { HttpMethod } from "./operation-info.js";
import type { PageDeclaration } from "./page.js";
import type { SortDeclaration } from "./sort.js";

// Options come in two parts, and a literal is checked against both: those that are the same for every resource, and
// those that depend on the resource or the context.

/** The options of every operation except an rpc. */
export interface CommonOptions {
  /** The errors that the handler throws. They appear in the OpenAPI description and in the client's types. */
  readonly errors?: readonly AnyErrorClass[];
  /** One line for the OpenAPI description. */
  readonly summary?: string;
  /** A longer text for the OpenAPI description, in CommonMark. */
  readonly description?: string;
  /** Members of an OpenAPI operation object, such as `deprecated`, `security` or `tags`. They are merged into the description. */
  readonly pathOperation?: object;
  /** Milliseconds that a request may take. Replaces the adapter's `timeout`; `Infinity` means no limit. */
  readonly timeout?: number;
}

export interface CommonReadOptions extends CommonOptions {
  /** Whether the server accepts `fields[…]`; default true. */
  readonly sparse?: boolean;
}

export interface CommonListOptions extends CommonReadOptions {
  /** Filters by name: `title__contains` is `filter[title][contains]` in a URL. */
  readonly filter?: QueryShape;
  /**
   * How many groups of filters a request may have, at most 8: `filter[any][0][status]=open&filter[any][1][author]=7`. A row must meet all filters of
   * a group, and one of the groups. Default: none. The handler gets the groups as `any`. A source applies them; a handler of yours must.
   */
  readonly alternatives?: number;
  /** The names that a request may sort by. */
  readonly sort?: SortDeclaration;
  /** How the list is divided into pages. */
  readonly page?: PageDeclaration;
  /** Other query parameters, by name. */
  readonly extra?: QueryShape;
}

export interface GetManyOptions extends CommonListOptions {}

/** Include paths start at the related resource. The router checks them. */
export interface GetRelatedOptions extends CommonListOptions, AnyInclude {
  /**
   * Whether includes of the relationship take the filters, the sorts and a limit of this list, in every operation that includes it:
   * `include=comments&includeFilter[comments][open]=true`. Only for a to-many whose handler is `source.getRelated(…)` as it is. Default false.
   */
  readonly included?: boolean;
}

/** The options of an operation that changes something. */
export interface AffectingOptions {
  /**
   * The types of other resources that the handler also changes, such as `affects: ["users"]`. The response lists them in a
   * header, and clients refetch them. Default: those whose rows the source of the resource changes, if it has one.
   */
  readonly affects?: AnyName[] | readonly AnyName[];
}

export interface CommonChangeOptions extends CommonOptions, AffectingOptions {}
export interface CommonWriteOptions extends CommonReadOptions, AffectingOptions {}

export interface IdempotentOption {
  /**
   * Whether clients can repeat a request without repeating its effect, by a header `Idempotency-Key`. The first response is stored and sent
   * again. `"required"`: a request without the header is a 400. The router then needs the option `idempotency`.
   */
  readonly idempotent?: boolean | "required";
}

export interface CommonCreateOptions extends CommonWriteOptions, IdempotentOption {}

export interface CommonRpcOptions extends AffectingOptions {
  /** Members of an OpenAPI operation object. They are merged into the description. */
  readonly pathOperation?: object;
  /** Milliseconds until the response's headers are ready. Replaces the adapter's `timeout`; `Infinity` means no limit. */
  readonly timeout?: number;
  /** The largest request body in bytes. Replaces the adapter's limit; `Infinity` means no limit. */
  readonly bodySize?: number;
}

// Type aliases, because a generic interface as a bound costs instantiations: see docs/evidence/type-cost.md

/** The options that depend on the context. */
export type Guarded<TBase> = {
  /** Middleware that runs around the handler. Replaces that of the resource; `[]` runs none. */
  readonly middleware?: readonly [] | readonly AnyMiddleware<TBase>[] | undefined;
};

/** The options that depend on the context and on the relationships of the resource. */
export type Including<TBase, TRelationship extends string> = {
  /** The paths that a request may include, with `__` between names. A path also declares its prefixes. */
  readonly include?: List<TRelationship | `${TRelationship}__${string}`>;
  /** Middleware that runs around the handler. Replaces that of the resource; `[]` runs none. */
  readonly middleware?: readonly [] | readonly AnyMiddleware<TBase>[] | undefined;
};

/** The options of an rpc that depend on its action: a GET action must not have the name of a relationship. */
export type RpcBounds<TRelationship extends string> = {
  readonly [K in TRelationship]: RpcMethodOption<
    | Exclude<HttpMethod, "GET">
    | `a GET action called "${K}" would shadow the related endpoint of that relationship. Rename it.`
  >;
} & ShadowingRpc &
  OrdinaryRpc;

interface RpcMethodOption<TMethod> {
  /** HTTP method; default POST. */
  readonly method?: TMethod;
}

interface ShadowingRpc {
  readonly relationship: NotAllowed<'an action called "relationship" would shadow the relationship endpoints. Rename it.'>;
}

interface OrdinaryRpc {
  readonly [action: string]: RpcMethodOption<HttpMethod>;
}

// The bounds of `O`. They are interfaces without parameters, and their lists begin with a mutable array, because both cost less:
// see docs/evidence/type-cost.md

interface AnyInclude {
  /** The paths that a request may include, with `__` between names. A path also declares its prefixes. */
  readonly include?: AnyName[] | readonly AnyName[];
}

interface AnyGuard extends Guarded<never> {}

export interface AnyOptions extends CommonOptions, AnyGuard {}
export interface AnyReadOptions extends CommonReadOptions, AnyInclude, AnyGuard {}
export interface AnyListOptions extends CommonListOptions, AnyInclude, AnyGuard {}
export interface AnyGetManyOptions extends GetManyOptions, AnyInclude, AnyGuard {}
export interface AnyGetRelatedOptions extends GetRelatedOptions, AnyGuard {}
export interface AnyChangeOptions extends CommonChangeOptions, AnyGuard {}
export interface AnyWriteOptions extends CommonWriteOptions, AnyInclude, AnyGuard {}
export interface AnyCreateOptions extends CommonCreateOptions, AnyInclude, AnyGuard {}
export interface AnyRpcOptions extends CommonRpcOptions, RpcMethodOption<HttpMethod>, AnyGuard {}
