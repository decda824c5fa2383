import type { AnyDefinition, RelationshipName } from "./definition.js";
import type { Endpoint, RelationshipAction, Shape } from "./endpoint.js";
import type { Envelope, PagedEnvelope, Sparse } from "./envelope.js";
import type { DeclaredError, ErrorClass } from "./errors.js";
import type {
  CreateOneArgs,
  EditOneArgs,
  GetManyArgs,
  GetOneArgs,
  GetRelatedArgs,
  IdArgs,
  RelationshipArgs,
  RpcArgs,
} from "./handler-args.js";
import type { ResultOf } from "./json.js";
import type { AddOf, AnyMiddleware, MiddlewareError } from "./middleware.js";
import type {
  ChangeRelationship,
  CreateOne,
  DeleteOne,
  EditOne,
  GetMany,
  GetOne,
  GetRelated,
  GetRelationship,
  Operation,
  RelatedData,
  Rpc,
} from "./operation.js";
import type { HttpMethod } from "./operation-spec.js";
import type { LinkedPage, PageDeclaration } from "./page.js";
import type { RefSchema } from "./ref.js";
import type { NestedRow, RelatedInput, Row, SparseRow } from "./row.js";
import type { Routes } from "./routes.js";
import type { SortDeclaration } from "./sort.js";

/** Handlers are plain functions, sync or async. `X | Promise<X>`, not PromiseLike: messages stay four levels shorter. */
type Handler<TArgs, TResult> = (args: TArgs) => TResult | Promise<TResult>;

// What handlers return. These names, and the rows in them, are what a message prints of a handler that returns otherwise.
type RowResult<TRow> = TRow | Envelope<TRow | Sparse<SparseRow<TRow>>>;
type RowsResult<TRow> = readonly TRow[] | Envelope<readonly TRow[] | Sparse<readonly SparseRow<TRow>[]>>;
/** Of a paged list: `respond(rows, { total })`, or with `hasMore`. A union of two, since TypeScript drops the name of one. */
type RespondWithTotal<TRow> = PagedEnvelope<readonly TRow[]> | PagedEnvelope<Sparse<readonly SparseRow<TRow>[]>>;

/**
 * A parameter that the options left out, or its default. While TypeScript infers the arguments of a wrapper from the
 * type that its result must have, such a parameter is a `never` that makes every interface it is passed to
 * uninferrable; this exchanges it for the default that it is going to have. Where it is read by a conditional, that
 * stands in tuples: over `never` a distributive one would be never, too.
 */
type Or<P, TDefault> = [P] extends [never] ? TDefault : P;

type ManyResult<D extends AnyDefinition, P> = [P] extends [undefined]
  ? RowsResult<Row<D>>
  : P extends LinkedPage
    ? RespondWithTotal<Row<D>>
    : RowsResult<Row<D>>;

type RelatedResult<D extends AnyDefinition, K extends keyof D["relationships"], P> = [P] extends [undefined]
  ? RelatedData<D, K> | Envelope<RelatedData<D, K> | Sparse<RelatedData<D, K>>>
  : P extends LinkedPage
    ? RespondWithTotal<NestedRow<D["relationships"][K]["~id"]>>
    : RelatedData<D, K> | Envelope<RelatedData<D, K> | Sparse<RelatedData<D, K>>>;

/** Linkage as a handler gives it: ids, rows, or null. */
type LinkageResult<
  D extends AnyDefinition,
  K extends keyof D["relationships"],
> = D["relationships"][K]["many"] extends true
  ? readonly (D["relationships"][K]["~id"] | NestedRow<D["relationships"][K]["~id"]>)[]
  : D["relationships"][K]["~id"] | NestedRow<D["relationships"][K]["~id"]> | D["relationships"][K]["~absent"];

/** What the types know of an API: the context that requests bring, that context with the API's middleware, its errors. */
export interface App<TBase, TContext, TError extends DeclaredError> {
  readonly base: TBase;
  readonly context: TContext;
  readonly error: TError;
}

export interface AnyApp {
  readonly base: unknown;
  readonly context: unknown;
  readonly error: DeclaredError;
}

type Errors = readonly ErrorClass[];
/** An operation's own list of middleware, or undefined where it has none and the API's applies. */
type OwnMiddleware<TApp extends AnyApp> = readonly AnyMiddleware<TApp["base"]>[] | undefined;
type ContextOf<TApp extends AnyApp, M> = [M] extends [undefined] ? TApp["context"] : TApp["base"] & AddOf<M>;
type ErrorOf<TApp extends AnyApp, L extends Errors, M> =
  | L[number]["~error"]
  | ([M] extends [undefined] ? TApp["error"] : MiddlewareError<M>);

/** Options of every kind but rpc. */
export interface OperationConfig<L extends Errors, M> {
  /** Errors that the handler throws: documented, and told apart by the client's types. */
  readonly errors?: L;
  /** Runs around the handler in place of the API's list; `[]` runs none. */
  readonly middleware?: M;
  /** A line for the OpenAPI description. */
  readonly summary?: string;
  /** A paragraph for the OpenAPI description, in CommonMark. */
  readonly description?: string;
  /** Members of an OpenAPI operation object that are merged into the description: `deprecated`, `security`, `tags`, … */
  readonly pathOperation?: object;
  /** Milliseconds that a request may take, in place of the adapter's `timeout`; `Infinity` for no end. */
  readonly timeout?: number;
}

export interface ReadConfig<I extends string, V extends boolean, L extends Errors, M> extends OperationConfig<L, M> {
  /** The include paths that a request may ask for, segments joined by `__`. A path declares its prefixes. */
  readonly include?: readonly I[];
  /** Whether `fields[…]` is accepted; default true. */
  readonly sparse?: V;
}

export interface ListConfig<F, S, P, X, I extends string, V extends boolean, L extends Errors, M>
  extends ReadConfig<I, V, L, M> {
  /** Filters by name: `title__contains` is `filter[title][contains]` in a URL. */
  readonly filter?: F;
  /** What a request may sort by. */
  readonly sort?: S;
  /** How the list is paged. */
  readonly page?: P;
  /** Other query parameters, by their own names. */
  readonly extra?: X;
}

/** Options of what changes something. */
export interface AffectingConfig<TAffects extends string> {
  /**
   * Types of other resources that the handler changes, too: `affects: ["users"]`. Clients are told by a header, and
   * refetch what they show of them.
   */
  readonly affects?: readonly TAffects[];
}

export interface RpcConfig<H extends HttpMethod, M> {
  /** HTTP method; default POST. */
  readonly method?: H;
  /** An OpenAPI operation object that is merged into the description. */
  readonly pathOperation?: object;
  /** Runs around the handler in place of the API's list; `[]` runs none. */
  readonly middleware?: M;
  /** Milliseconds until the response's head, in place of the adapter's `timeout`; `Infinity` for no end. */
  readonly timeout?: number;
  /** Bytes that a request's body may have, in place of the adapter's limit; `Infinity` for any number. */
  readonly bodySize?: number;
}

/** What `rpc` takes as an action: the name, or why it may not be this one. */
type ActionName<D extends AnyDefinition, A extends string, H> = A extends "relationship"
  ? 'an action called "relationship" would shadow the relationship endpoints. Rename it.'
  : [H, A] extends ["GET", keyof D["relationships"]]
    ? `a GET action called "${A}" would shadow the related endpoint of that relationship. Rename it.`
    : A;

type ToOneName<D extends AnyDefinition> = {
  [K in keyof D["relationships"]]: D["relationships"][K]["many"] extends false ? K : never;
}[keyof D["relationships"]] &
  string;
type ToManyName<D extends AnyDefinition> = Exclude<RelationshipName<D>, ToOneName<D>>;

/** Changing a relationship: with a handler, or with options and a handler. */
interface RegisterChange<
  TApp extends AnyApp,
  N extends string,
  D extends AnyDefinition,
  TName extends string,
  A extends RelationshipAction,
> {
  <const K extends TName>(
    relationship: K,
    handler: Handler<RelationshipArgs<TApp["context"], D, RelatedInput<D, K>>, void>,
  ): ChangeRelationship<TApp["base"], N, D, K, A, RelatedInput<D, K>, TApp["error"]>;
  <
    const K extends TName,
    const L extends Errors = [],
    const M extends OwnMiddleware<TApp> = undefined,
    const TAffects extends string = never,
  >(
    relationship: K,
    options: OperationConfig<L, M> & AffectingConfig<TAffects>,
    handler: Handler<RelationshipArgs<ContextOf<TApp, M>, D, RelatedInput<D, K>>, void>,
  ): ChangeRelationship<TApp["base"], N, D, K, A, RelatedInput<D, K>, ErrorOf<TApp, L, M>, TAffects>;
}

/**
 * A declared resource, and what registers operations on it. Each registration gives a value of its own, to be
 * passed to `routes(…)` and callable as a function by other handlers. Made by `t.resource(…)`.
 *
 * Overloads take the handler alone first: with the options first, editors complete nothing inside a lone handler.
 * The bound of include paths is written out in each: behind an alias a message would print the alias, not the names.
 */
export interface Resource<TApp extends AnyApp, N extends string, D extends AnyDefinition> {
  /** The type name. */
  readonly type: N;
  readonly "~definition": D;

  /** `GET /{type}/{id}` */
  getOne(
    handler: Handler<GetOneArgs<TApp["context"], N, D, never>, RowResult<Row<D>>>,
  ): GetOne<TApp["base"], N, D, never, true, TApp["error"]>;
  getOne<
    const I extends (keyof D["relationships"] & string) | `${keyof D["relationships"] & string}__${string}` = never,
    const V extends boolean = true,
    const L extends Errors = [],
    const M extends OwnMiddleware<TApp> = undefined,
  >(
    options: ReadConfig<I, V, L, M>,
    handler: Handler<GetOneArgs<ContextOf<TApp, M>, N, D, Or<I, never>>, RowResult<Row<D>>>,
  ): GetOne<TApp["base"], N, D, I, V, ErrorOf<TApp, L, M>>;

  /** `GET /{type}` */
  getMany(
    handler: Handler<GetManyArgs<TApp["context"], N, D, {}, [], undefined, {}, never>, ManyResult<D, undefined>>,
  ): GetMany<TApp["base"], N, D, {}, [], undefined, {}, never, true, TApp["error"]>;
  getMany<
    F extends Shape = {},
    const S extends SortDeclaration = [],
    P extends PageDeclaration = undefined,
    X extends Shape = {},
    const I extends (keyof D["relationships"] & string) | `${keyof D["relationships"] & string}__${string}` = never,
    const V extends boolean = true,
    const L extends Errors = [],
    const M extends OwnMiddleware<TApp> = undefined,
  >(
    options: ListConfig<F, S, P, X, I, V, L, M>,
    handler: Handler<
      GetManyArgs<ContextOf<TApp, M>, N, D, Or<F, {}>, Or<S, []>, Or<P, undefined>, Or<X, {}>, Or<I, never>>,
      ManyResult<D, P>
    >,
  ): GetMany<TApp["base"], N, D, F, S, P, X, I, V, ErrorOf<TApp, L, M>>;

  /** `POST /{type}` */
  createOne(
    handler: Handler<CreateOneArgs<TApp["context"], N, D, never>, RowResult<Row<D>>>,
  ): CreateOne<TApp["base"], N, D, never, true, TApp["error"]>;
  createOne<
    const I extends (keyof D["relationships"] & string) | `${keyof D["relationships"] & string}__${string}` = never,
    const V extends boolean = true,
    const L extends Errors = [],
    const M extends OwnMiddleware<TApp> = undefined,
    const TAffects extends string = never,
  >(
    options: ReadConfig<I, V, L, M> & AffectingConfig<TAffects>,
    handler: Handler<CreateOneArgs<ContextOf<TApp, M>, N, D, Or<I, never>>, RowResult<Row<D>>>,
  ): CreateOne<TApp["base"], N, D, I, V, ErrorOf<TApp, L, M>, TAffects>;

  /** `PATCH /{type}/{id}` */
  editOne(
    handler: Handler<EditOneArgs<TApp["context"], N, D, never>, RowResult<Row<D>>>,
  ): EditOne<TApp["base"], N, D, never, true, TApp["error"]>;
  editOne<
    const I extends (keyof D["relationships"] & string) | `${keyof D["relationships"] & string}__${string}` = never,
    const V extends boolean = true,
    const L extends Errors = [],
    const M extends OwnMiddleware<TApp> = undefined,
    const TAffects extends string = never,
  >(
    options: ReadConfig<I, V, L, M> & AffectingConfig<TAffects>,
    handler: Handler<EditOneArgs<ContextOf<TApp, M>, N, D, Or<I, never>>, RowResult<Row<D>>>,
  ): EditOne<TApp["base"], N, D, I, V, ErrorOf<TApp, L, M>, TAffects>;

  /** `DELETE /{type}/{id}` */
  deleteOne(handler: Handler<IdArgs<TApp["context"], D>, void>): DeleteOne<TApp["base"], N, D, TApp["error"]>;
  deleteOne<
    const L extends Errors = [],
    const M extends OwnMiddleware<TApp> = undefined,
    const TAffects extends string = never,
  >(
    options: OperationConfig<L, M> & AffectingConfig<TAffects>,
    handler: Handler<IdArgs<ContextOf<TApp, M>, D>, void>,
  ): DeleteOne<TApp["base"], N, D, ErrorOf<TApp, L, M>, TAffects>;

  /**
   * `GET /{type}/{id}/{relationship}`: the related resource, or resources. Include paths start at the related
   * resource. The relationship's own endpoint, with linkage only, is made by itself from it.
   */
  getRelated<const K extends RelationshipName<D>>(
    relationship: K,
    handler: Handler<GetRelatedArgs<TApp["context"], D, {}, [], undefined, {}, never>, RelatedResult<D, K, undefined>>,
  ): GetRelated<TApp["base"], N, D, K, {}, [], undefined, {}, never, true, TApp["error"]>;
  getRelated<
    const K extends RelationshipName<D>,
    F extends Shape = {},
    const S extends SortDeclaration = [],
    P extends PageDeclaration = undefined,
    X extends Shape = {},
    const I extends string = never,
    const V extends boolean = true,
    const L extends Errors = [],
    const M extends OwnMiddleware<TApp> = undefined,
  >(
    relationship: K,
    options: ListConfig<F, S, P, X, I, V, L, M>,
    handler: Handler<
      GetRelatedArgs<ContextOf<TApp, M>, D, Or<F, {}>, Or<S, []>, Or<P, undefined>, Or<X, {}>, Or<I, never>>,
      RelatedResult<D, K, P>
    >,
  ): GetRelated<TApp["base"], N, D, K, F, S, P, X, I, V, ErrorOf<TApp, L, M>>;

  /** `GET /{type}/{id}/relationship/{relationship}`: only needed where reading linkage should cost less than reading the related. */
  getRelationship<const K extends RelationshipName<D>>(
    relationship: K,
    handler: Handler<IdArgs<TApp["context"], D>, LinkageResult<D, K> | Envelope<LinkageResult<D, K>>>,
  ): GetRelationship<TApp["base"], N, D, K, TApp["error"]>;
  getRelationship<
    const K extends RelationshipName<D>,
    const L extends Errors = [],
    const M extends OwnMiddleware<TApp> = undefined,
  >(
    relationship: K,
    options: OperationConfig<L, M>,
    handler: Handler<IdArgs<ContextOf<TApp, M>, D>, LinkageResult<D, K> | Envelope<LinkageResult<D, K>>>,
  ): GetRelationship<TApp["base"], N, D, K, ErrorOf<TApp, L, M>>;

  /** `PATCH /{type}/{id}/relationship/{relationship}`, to-one: `related` is the id, or null. */
  readonly editRelationship: RegisterChange<TApp, N, D, ToOneName<D>, "set">;
  /** `POST /{type}/{id}/relationship/{relationship}`, to-many: `related` is the ids to add. */
  readonly addToRelationship: RegisterChange<TApp, N, D, ToManyName<D>, "add">;
  /** `DELETE /{type}/{id}/relationship/{relationship}`, to-many: `related` is the ids to remove. */
  readonly removeFromRelationship: RegisterChange<TApp, N, D, ToManyName<D>, "remove">;
  /** `PATCH /{type}/{id}/relationship/{relationship}`, to-many: `related` is all the ids there shall be. */
  readonly resetRelationship: RegisterChange<TApp, N, D, ToManyName<D>, "reset">;

  /**
   * `{METHOD} /{type}/{id}/{action}`: any request, any response. Nothing is parsed, negotiated or serialized.
   * Errors that are thrown still become JSON:API error documents.
   */
  rpc<const A extends string, R extends Response>(
    action: ActionName<D, A, "POST">,
    handler: Handler<RpcArgs<TApp["context"], D>, R>,
  ): Rpc<N, A, "POST", ResultOf<R>, TApp["error"]>;
  rpc<
    const A extends string,
    R extends Response,
    const H extends HttpMethod = "POST",
    const M extends OwnMiddleware<TApp> = undefined,
    const TAffects extends string = never,
  >(
    action: ActionName<D, A, H>,
    options: RpcConfig<H, M> & AffectingConfig<TAffects>,
    handler: Handler<RpcArgs<ContextOf<TApp, M>, D>, R>,
  ): Rpc<N, A, H, ResultOf<R>, ErrorOf<TApp, [], M>, TAffects>;

  /** The schema of a related id, for a filter: handlers get the id as declared, clients may also give it as a string. */
  ref<K extends RelationshipName<D>>(relationship: K): RefSchema<D["relationships"][K]["~id"]>;

  /** The operations of this resource, for `t.router(…)`. An operation of another resource does not compile. */
  routes<const T extends readonly Operation<N, Endpoint, string>[]>(
    ...operations: T
  ): Routes<N, D, T[number]["~endpoint"], T[number]["~affects"]>;
}

/** A row of a resource: `RowOf<typeof articles>`. Annotate with it where two operations call each other. */
export type RowOf<R extends { readonly "~definition": AnyDefinition }> = Row<R["~definition"]>;
