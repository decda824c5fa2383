import type { Shape } from "./endpoint.js";
import type { DeclaredError, ErrorClass } from "./errors.js";
import type { AddOf, AnyMiddleware, MiddlewareError } from "./middleware.js";
import type { NotAllowed } from "./not-allowed.js";
import type { HttpMethod } from "./operation-spec.js";
import type { PageDeclaration } from "./page.js";
import type { SortDeclaration } from "./sort.js";
import type { AnySubject } from "./subject.js";

/** Options of every kind but rpc. */
export interface OperationConfig<TBase> {
  /** Errors that the handler throws: documented, and told apart by the client's types. */
  readonly errors?: readonly ErrorClass[];
  /** Runs around the handler in place of the API's list; `[]` runs none. */
  readonly middleware?: readonly AnyMiddleware<TBase>[] | undefined;
  /** A line for the OpenAPI description. */
  readonly summary?: string;
  /** A paragraph for the OpenAPI description, in CommonMark. */
  readonly description?: string;
  /** Members of an OpenAPI operation object that are merged into the description: `deprecated`, `security`, `tags`, … */
  readonly pathOperation?: object;
  /** Milliseconds that a request may take, in place of the adapter's `timeout`; `Infinity` for no end. */
  readonly timeout?: number;
}

export interface ReadConfig<TBase, TRelationship extends string> extends OperationConfig<TBase> {
  /** The include paths that a request may ask for, segments joined by `__`. A path declares its prefixes. */
  readonly include?: readonly (TRelationship | `${TRelationship}__${string}`)[];
  /** Whether `fields[…]` is accepted; default true. */
  readonly sparse?: boolean;
}

export interface ListConfig<TBase, TRelationship extends string> extends ReadConfig<TBase, TRelationship> {
  /** Filters by name: `title__contains` is `filter[title][contains]` in a URL. */
  readonly filter?: Shape;
  /** What a request may sort by. */
  readonly sort?: SortDeclaration;
  /** How the list is paged. */
  readonly page?: PageDeclaration;
  /** Other query parameters, by their own names. */
  readonly extra?: Shape;
}

/** Options of what changes something. */
interface AffectingConfig {
  /**
   * Types of other resources that the handler changes, too: `affects: ["users"]`. Clients are told by a header, and
   * refetch what they show of them.
   */
  readonly affects?: readonly string[];
}

/** Options of a delete, and of a change of a relationship. */
export interface ChangeConfig<TBase> extends OperationConfig<TBase>, AffectingConfig {}

/** Options of a create, and of an edit. */
export interface WriteConfig<TBase, TRelationship extends string>
  extends ReadConfig<TBase, TRelationship>,
    AffectingConfig {}

export interface RpcConfig<TBase, TMethod> extends AffectingConfig {
  /** HTTP method; default POST. */
  readonly method?: TMethod;
  /** An OpenAPI operation object that is merged into the description. */
  readonly pathOperation?: object;
  /** Runs around the handler in place of the API's list; `[]` runs none. */
  readonly middleware?: readonly AnyMiddleware<TBase>[] | undefined;
  /** Milliseconds until the response's head, in place of the adapter's `timeout`; `Infinity` for no end. */
  readonly timeout?: number;
  /** Bytes that a request's body may have, in place of the adapter's limit; `Infinity` for any number. */
  readonly bodySize?: number;
}

/** Options of an rpc by its action: a GET at the name of a relationship would be taken for its related endpoint. */
export type RpcConfigs<TBase, TRelationship extends string> = {
  readonly [K in TRelationship]: RpcConfig<
    TBase,
    | Exclude<HttpMethod, "GET">
    | `a GET action called "${K}" would shadow the related endpoint of that relationship. Rename it.`
  >;
} & {
  readonly relationship: NotAllowed<'an action called "relationship" would shadow the relationship endpoints. Rename it.'>;
} & { readonly [action: string]: RpcConfig<TBase, HttpMethod> };

// The same for any resource: what options are checked against that hold an unknown name, and what a message then prints.

export interface OperationOptions extends OperationConfig<never> {}
export interface ReadOptions extends ReadConfig<never, string> {}
export interface ListOptions extends ListConfig<never, string> {}
export interface ChangeOptions extends ChangeConfig<never> {}
export interface WriteOptions extends WriteConfig<never, string> {}
export interface RpcOptions extends RpcConfig<never, HttpMethod> {}

// What options say, or its default. An option that was left out is `unknown` when it is read from their type.

export type IncludeOf<O extends ReadOptions> = O["include"] extends readonly string[] ? O["include"][number] : never;
export type SparseOf<O extends ReadOptions> = O["sparse"] extends boolean ? O["sparse"] : true;
export type FilterOf<O extends ListOptions> = O["filter"] extends Shape ? O["filter"] : {};
export type SortDeclaredBy<O extends ListOptions> = O["sort"] extends SortDeclaration ? O["sort"] : [];
export type PageDeclaredBy<O extends ListOptions> = unknown extends O["page"] ? undefined : O["page"];
export type ExtraOf<O extends ListOptions> = O["extra"] extends Shape ? O["extra"] : {};

export type AffectsOf<O extends { readonly affects?: unknown }> = O["affects"] extends readonly string[]
  ? O["affects"][number]
  : never;

interface Guarded {
  readonly middleware?: unknown;
}

/** A name of its own, since TypeScript works out anew what is written out in a condition. */
type ErrorClasses = readonly ErrorClass[];

/** An operation's own list of middleware replaces the API's. */
export type ContextOf<S extends AnySubject, O extends Guarded> = O["middleware"] extends readonly unknown[]
  ? S["base"] & AddOf<O["middleware"]>
  : S["context"];

export type ErrorOf<S extends AnySubject, O extends Guarded & { readonly errors?: unknown }> = Unnamed<
  | (O["errors"] extends ErrorClasses ? O["errors"][number]["~error"] : never)
  | (O["middleware"] extends readonly unknown[] ? MiddlewareError<O["middleware"]> : S["error"])
>;

/**
 * A union without the alias that made it. Declarations print the alias, and with its arguments what stands behind them: a
 * client's program would hold the API's context, and with it the database.
 */
type Unnamed<T> = [T] extends [infer U extends DeclaredError] ? U : never;
