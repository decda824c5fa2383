import type { Shape } from "./endpoint.js";
import type { AnyErrorClass } from "../errors.js";
import type { List } from "./list-result.js";
import type { AnyMiddleware } from "./middleware.js";
import type { AnyName } from "./any-name.js";
import type { NotAllowed } from "./not-allowed.js";
import type { HttpMethod } from "./operation-info.js";
import type { PageDeclaration } from "./page.js";
import type { SortDeclaration } from "./sort.js";

// Two halves: options that are the same for any resource, whose interfaces are worked out once in a program, and the
// few that a resource or a context bounds. A literal is checked against both.

/** Options of every kind but rpc. */
export interface CommonOptions {
  /** Errors that the handler throws: documented, and told apart by the client's types. */
  readonly errors?: readonly AnyErrorClass[];
  /** A line for the OpenAPI description. */
  readonly summary?: string;
  /** A paragraph for the OpenAPI description, in CommonMark. */
  readonly description?: string;
  /** Members of an OpenAPI operation object that are merged into the description: `deprecated`, `security`, `tags`, … */
  readonly pathOperation?: object;
  /** Milliseconds that a request may take, in place of the adapter's `timeout`; `Infinity` for no end. */
  readonly timeout?: number;
}

export interface CommonReadOptions extends CommonOptions {
  /** Whether `fields[…]` is accepted; default true. */
  readonly sparse?: boolean;
}

export interface CommonListOptions extends CommonReadOptions {
  /** Filters by name: `title__contains` is `filter[title][contains]` in a URL. */
  readonly filter?: Shape;
  /** What a request may sort by. */
  readonly sort?: SortDeclaration;
  /** How the list is paged. */
  readonly page?: PageDeclaration;
  /** Other query parameters, by their own names. */
  readonly extra?: Shape;
}

/** Include paths begin at the related resource: the router checks them. */
export interface CommonRelatedOptions extends CommonListOptions, AnyInclude {}

/** Options of what changes something. */
interface AffectingOptions {
  /**
   * Types of other resources that the handler changes, too: `affects: ["users"]`. Clients are told by a header, and
   * refetch what they show of them.
   */
  readonly affects?: AnyName[] | readonly AnyName[];
}

export interface CommonChangeOptions extends CommonOptions, AffectingOptions {}
export interface CommonWriteOptions extends CommonReadOptions, AffectingOptions {}

export interface CommonRpcOptions extends AffectingOptions {
  /** An OpenAPI operation object that is merged into the description. */
  readonly pathOperation?: object;
  /** Milliseconds until the response's head, in place of the adapter's `timeout`; `Infinity` for no end. */
  readonly timeout?: number;
  /** Bytes that a request's body may have, in place of the adapter's limit; `Infinity` for any number. */
  readonly bodySize?: number;
}

// No interfaces: TypeScript works an interface with parameters out anew for each literal that it bounds.

/** What a context bounds. */
export type Guarded<TBase> = {
  /** Runs around the handler in place of the API's list; `[]` runs none. */
  readonly middleware?: readonly [] | readonly AnyMiddleware<TBase>[] | undefined;
};

/** What a context and the relationships of a resource bound. */
export type Including<TBase, TRelationship extends string> = {
  /** The include paths that a request may ask for, segments joined by `__`. A path declares its prefixes. */
  readonly include?: List<TRelationship | `${TRelationship}__${string}`>;
  /** Runs around the handler in place of the API's list; `[]` runs none. */
  readonly middleware?: readonly [] | readonly AnyMiddleware<TBase>[] | undefined;
};

/** What is bound for an rpc by its action: a GET at the name of a relationship would be taken for its related endpoint. */
export type RpcBounds<TRelationship extends string> = {
  readonly [K in TRelationship]: RpcMethod<
    | Exclude<HttpMethod, "GET">
    | `a GET action called "${K}" would shadow the related endpoint of that relationship. Rename it.`
  >;
} & ShadowingRpc &
  OrdinaryRpc;

interface RpcMethod<TMethod> {
  /** HTTP method; default POST. */
  readonly method?: TMethod;
}

interface ShadowingRpc {
  readonly relationship: NotAllowed<'an action called "relationship" would shadow the relationship endpoints. Rename it.'>;
}

interface OrdinaryRpc {
  readonly [action: string]: RpcMethod<HttpMethod>;
}

// What any literal is inferred within. Interfaces without parameters, which are worked out once in a program. Lists may be
// changed or not: one that may fits the first without a look into it.

interface AnyInclude {
  /** The include paths that a request may ask for, segments joined by `__`. A path declares its prefixes. */
  readonly include?: AnyName[] | readonly AnyName[];
}

interface AnyGuard extends Guarded<never> {}

export interface OperationOptions extends CommonOptions, AnyGuard {}
export interface ReadOptions extends CommonReadOptions, AnyInclude, AnyGuard {}
export interface ListOptions extends CommonListOptions, AnyInclude, AnyGuard {}
export interface ChangeOptions extends CommonChangeOptions, AnyGuard {}
export interface WriteOptions extends CommonWriteOptions, AnyInclude, AnyGuard {}
export interface RpcOptions extends CommonRpcOptions, RpcMethod<HttpMethod>, AnyGuard {}
