import type * as endpoint from "./endpoint.js";
import type { Envelope, PagedEnvelope } from "./response.js";
import type {
  AnyChangeOptions,
  AnyCreateOptions,
  AnyListOptions,
  AnyOptions,
  AnyReadOptions,
  AnyRpcOptions,
  AnyWriteOptions,
} from "./options.js";
import type {
  AffectsOf,
  AlternativesOf,
  ErrorOf,
  ExtraOf,
  FilterOf,
  IncludedOf,
  IncludeOf,
  KeyOf,
  PageDeclaredBy,
  Paged,
  SortDeclaredBy,
  SparseOf,
} from "./options-of.js";
import type { Related } from "./routes.js";
import type { SortKey, SortOf } from "./sort.js";
import type { AnyResourceContext } from "./resource-context.js";
import type { OutputOf, PartialOutputOf } from "./handler-args.js";
import type { LinkedPage, PageOf } from "./page.js";
import type { Flatten } from "./row.js";

/** Any operation, as `routes(…)` takes it: the name of its resource, and what a client needs to call it. */
export interface Operation<N extends string> {
  readonly "~name": N;
  // biome-ignore lint/suspicious/noExplicitAny: an endpoint; comparing it costs instantiations
  readonly "~endpoint": any;
  /** The types in its option `affects`, which the router checks. */
  // biome-ignore lint/suspicious/noExplicitAny: type names, see above
  readonly "~affects": any;
  /** What a handler of `getRelated` returns, with the related type. The router checks it but does not keep it. */
  // biome-ignore lint/suspicious/noExplicitAny: a `Related`, see above
  readonly "~related": any;
}

// Each operation is also a function: it takes typed values, runs the middleware and returns an envelope. `O` is the type of
// its options. The interfaces do not extend `Operation`, because a generic base type costs instantiations:
// see docs/evidence/type-cost.md

/** An operation without the option `affects`. */
interface Unaffecting {
  readonly "~affects": never;
}

/** Every operation but `getRelated`. */
interface Unrelated {
  readonly "~related": never;
}

export interface GetOne<S extends AnyResourceContext, O extends AnyReadOptions> extends Unaffecting, Unrelated {
  (call: CallGetOne<S["~base"], S["~id"], IncludeOf<O>>): S["~results"]["envelope"];
  readonly "~name": S["~name"];
  readonly "~endpoint": endpoint.GetEndpoint<IncludeOf<O>, SparseOf<O>, ErrorOf<S, O>>;
}

export interface GetMany<S extends AnyResourceContext, O extends AnyListOptions> extends Unaffecting, Unrelated {
  (
    call: CallGetMany<S["~base"], O>,
  ): Promise<
    O extends Paged ? PagedEnvelope<readonly S["~results"]["row"][]> : Envelope<readonly S["~results"]["row"][]>
  >;
  readonly "~name": S["~name"];
  readonly "~endpoint": endpoint.ListEndpoint<
    FilterOf<O>,
    SortKey<SortDeclaredBy<O>>,
    PageDeclaredBy<O>,
    ExtraOf<O>,
    IncludeOf<O>,
    SparseOf<O>,
    ErrorOf<S, O>,
    AlternativesOf<O>
  >;
}

export interface CreateOne<S extends AnyResourceContext, O extends AnyCreateOptions> extends Unrelated {
  (call: CallCreateOne<S["~base"], S["~createInput"], IncludeOf<O>>): S["~results"]["envelope"];
  readonly "~name": S["~name"];
  readonly "~endpoint": endpoint.CreateEndpoint<IncludeOf<O>, SparseOf<O>, ErrorOf<S, O>, KeyOf<O>>;
  readonly "~affects": AffectsOf<O>;
}

export interface EditOne<S extends AnyResourceContext, O extends AnyWriteOptions> extends Unrelated {
  (call: CallEditOne<S["~base"], S["~id"], S["~editInput"], IncludeOf<O>>): S["~results"]["envelope"];
  readonly "~name": S["~name"];
  readonly "~endpoint": endpoint.UpdateEndpoint<IncludeOf<O>, SparseOf<O>, ErrorOf<S, O>>;
  readonly "~affects": AffectsOf<O>;
}

export interface DeleteOne<S extends AnyResourceContext, O extends AnyChangeOptions> extends Unrelated {
  (call: CallId<S["~base"], S["~id"]>): Promise<void>;
  readonly "~name": S["~name"];
  readonly "~endpoint": endpoint.DeleteEndpoint<ErrorOf<S, O>>;
  readonly "~affects": AffectsOf<O>;
}

export interface GetRelated<S extends AnyResourceContext, K extends string, O extends AnyListOptions, TResult>
  extends Unaffecting {
  (
    call: CallGetRelated<S["~base"], S["~id"], O>,
  ): Promise<
    O extends Paged ? PagedEnvelope<S["relationships"][K]["~related"]> : Envelope<S["relationships"][K]["~related"]>
  >;
  readonly "~name": S["~name"];
  readonly "~endpoint": endpoint.RelatedEndpoint<
    K,
    FilterOf<O>,
    SortKey<SortDeclaredBy<O>>,
    PageDeclaredBy<O>,
    ExtraOf<O>,
    IncludeOf<O>,
    SparseOf<O>,
    ErrorOf<S, O>,
    AlternativesOf<O>,
    IncludedOf<O>
  >;
  readonly "~related": Related<S["relationships"][K]["target"], K, TResult>;
}

/** Reads the linkage of a relationship. */
export interface GetRelationship<S extends AnyResourceContext, K extends string, O extends AnyOptions>
  extends Unaffecting,
    Unrelated {
  (call: CallId<S["~base"], S["~id"]>): Promise<Envelope<unknown>>;
  readonly "~name": S["~name"];
  readonly "~endpoint": endpoint.RelationshipEndpoint<K, "get", ErrorOf<S, O>>;
}

/** Changes a relationship: sets it, adds to it, removes from it or resets it. */
export interface ChangeRelationship<
  S extends AnyResourceContext,
  K extends string,
  A extends endpoint.RelationshipAction,
  O extends AnyChangeOptions,
> extends Unrelated {
  (call: CallRelationship<S["~base"], S["~id"], S["relationships"][K]["~input"]>): Promise<void>;
  readonly "~name": S["~name"];
  readonly "~endpoint": endpoint.RelationshipEndpoint<K, A, ErrorOf<S, O>>;
  readonly "~affects": AffectsOf<O>;
}

/** An rpc action cannot be called as a function, because its handler takes a `Request`. */
export interface Rpc<S extends AnyResourceContext, A extends string, R extends Response, O extends AnyRpcOptions>
  extends Unrelated {
  readonly "~name": S["~name"];
  readonly "~endpoint": endpoint.RpcEndpoint<
    A,
    unknown extends O["method"] ? "POST" : O["method"] & string,
    JsonBodyOf<R>,
    ErrorOf<S, O>
  >;
  readonly "~affects": AffectsOf<O>;
}

/** The arguments of an operation that another handler calls as a function. */
export interface CallBase<TBase> {
  readonly ctx: TBase;
  readonly signal?: AbortSignal;
}

interface CallRead<TBase, TInclude extends string> extends CallBase<TBase> {
  readonly include?: Partial<endpoint.IncludeFlags<TInclude>>;
  readonly fields?: { readonly [type: string]: ReadonlySet<string> | undefined };
}

export interface CallGetOne<TBase, TId, TInclude extends string> extends CallRead<TBase, TInclude> {
  readonly id: TId;
}

export interface CallCreateOne<TBase, TInput, TInclude extends string> extends CallRead<TBase, TInclude> {
  readonly input: TInput;
}

export interface CallEditOne<TBase, TId, TInput, TInclude extends string> extends CallRead<TBase, TInclude> {
  readonly id: TId;
  readonly input: Partial<TInput>;
}

/**
 * The names that a caller must pass, because their schemas neither allow undefined nor have a default.
 * `RequiredName<{ a: z.ZodString; b: z.ZodOptional<z.ZodString> }>` is `"a"`.
 */
type RequiredName<S extends endpoint.Shape> = {
  [K in keyof S]: undefined extends S[K]["_zod"]["input"] ? never : K;
}[keyof S];

/**
 * One part of the query of a call. It is optional unless one of its values is required: with a required `a`,
 * `CallPart<"filter", S>` is `{ filter: { a: string; b?: string } }`.
 */
type CallPart<TPart extends string, S extends endpoint.Shape> = [RequiredName<S>] extends [never]
  ? { readonly [K in TPart]?: PartialOutputOf<S> }
  : { readonly [K in TPart]: Flatten<OutputOf<Pick<S, RequiredName<S>>> & PartialOutputOf<S>> };

type CallPage<P> = [P] extends [LinkedPage | undefined]
  ? { readonly page?: Partial<PageOf<P>> }
  : [P] extends [endpoint.Schema]
    ? undefined extends P["_zod"]["input"]
      ? { readonly page?: PageOf<P> }
      : { readonly page: PageOf<P> }
    : P extends endpoint.Shape
      ? CallPart<"page", P>
      : {};

interface CallSort<S> {
  readonly sort?: readonly SortOf<S>[];
}

interface CallAny<F extends endpoint.Shape> {
  readonly any?: readonly PartialOutputOf<F>[];
}

type CallQuery<F extends endpoint.Shape, S, P, X extends endpoint.Shape> = CallSort<S> &
  CallAny<F> &
  CallPart<"filter", F> &
  CallPage<P> &
  CallPart<"extra", X>;

type CallQueryOf<O extends AnyListOptions> = CallQuery<FilterOf<O>, SortDeclaredBy<O>, PageDeclaredBy<O>, ExtraOf<O>>;

export type CallGetMany<TBase, O extends AnyListOptions> = CallRead<TBase, IncludeOf<O>> & CallQueryOf<O>;
export type CallGetRelated<TBase, TId, O extends AnyListOptions> = CallGetOne<TBase, TId, IncludeOf<O>> &
  CallQueryOf<O>;

export interface CallId<TBase, TId> extends CallBase<TBase> {
  readonly id: TId;
}

export interface CallRelationship<TBase, TId, TRelated> extends CallId<TBase, TId> {
  readonly related: TRelated;
}

/** A `Response` whose JSON body has a known type. */
export interface TypedResponse<T> extends Response {
  json(): Promise<T>;
}

/** The type of the JSON body: `ResultOf<TypedResponse<{ a: 1 }>>` is `{ a: 1 }`, and `ResultOf<Response>` is `unknown`. */
export type JsonBodyOf<R> = R extends TypedResponse<infer T> ? (0 extends 1 & T ? unknown : T) : unknown;
