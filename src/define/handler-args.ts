import type { AnyDefinition, FieldName, IdOf } from "./definition.js";
import type { Schema } from "./endpoint.js";
import type { IncludeFlags } from "./include.js";
import type { LinkedPage, PageOf } from "./page.js";
import type { CreateInput, EditInput, Show } from "./row.js";
import type { SortOf } from "./sort.js";

/** What every handler gets. */
export interface BaseArgs<TContext> {
  /** The request's context, with what middleware added. */
  readonly ctx: TContext;
  /** Aborted when the client goes away, and when the operation's time is over. */
  readonly signal: AbortSignal;
}

export type OutputOf<S> = {
  readonly [K in keyof S]: S[K] extends { _zod: { output: infer TOutput } } ? TOutput : never;
};
export type PartialOutputOf<S> = {
  readonly [K in keyof S]?: S[K] extends { _zod: { output: infer TOutput } } ? TOutput : never;
};

/** Sparse fieldsets by type: the resource's own names exactly, others as strings. Absent: every field. */
type FieldSets<N extends string, D extends AnyDefinition> = { readonly [K in N]?: ReadonlySet<FieldName<D>> } & {
  readonly [K in Exclude<D["relationships"][keyof D["relationships"]]["target"], N>]?: ReadonlySet<string>;
};

/** What a handler that answers with a resource gets: what the client wants to see of it. */
interface ReadArgs<TContext, N extends string, D extends AnyDefinition, I extends string> extends BaseArgs<TContext> {
  /** A flag a declared path, true where the request asks for it. */
  readonly include: IncludeFlags<I>;
  /** The response is stripped to these anyway: they only let the handler skip work. */
  readonly fields: FieldSets<N, D>;
}

export interface GetOneArgs<TContext, N extends string, D extends AnyDefinition, I extends string>
  extends ReadArgs<TContext, N, D, I> {
  readonly id: IdOf<D>;
}

export interface CreateOneArgs<TContext, N extends string, D extends AnyDefinition, I extends string>
  extends ReadArgs<TContext, N, D, I> {
  /** The create fields, validated. */
  readonly input: CreateInput<D>;
}

export interface EditOneArgs<TContext, N extends string, D extends AnyDefinition, I extends string>
  extends ReadArgs<TContext, N, D, I> {
  readonly id: IdOf<D>;
  /** The edit fields, each `UNSET` where the request did not send it. */
  readonly input: EditInput<D>;
}

/** The part of a list's arguments that its query declares. */
interface QueryArgs<F, S, P, X> {
  readonly filter: OutputOf<F>;
  /** In the order that the client asked for; empty when it did not. */
  readonly sort: readonly SortOf<S>[];
  readonly page: PageOf<P>;
  readonly extra: OutputOf<X>;
}

export interface GetManyArgs<TContext, N extends string, D extends AnyDefinition, F, S, P, X, I extends string>
  extends ReadArgs<TContext, N, D, I>,
    QueryArgs<F, S, P, X> {}

export interface IdArgs<TContext, D extends AnyDefinition> extends BaseArgs<TContext> {
  readonly id: IdOf<D>;
}

export interface GetRelatedArgs<TContext, D extends AnyDefinition, F, S, P, X, I extends string>
  extends IdArgs<TContext, D>,
    QueryArgs<F, S, P, X> {
  /** Paths from the related resource. */
  readonly include: IncludeFlags<I>;
  readonly fields: { readonly [type: string]: ReadonlySet<string> | undefined };
}

export interface RelationshipArgs<TContext, D extends AnyDefinition, TRelated> extends IdArgs<TContext, D> {
  /** The id, or ids, that the request names. */
  readonly related: TRelated;
}

export interface RpcArgs<TContext, D extends AnyDefinition> extends IdArgs<TContext, D> {
  /** The request as it came: its body is not read. */
  readonly request: Request;
}

/** What a caller gives to an operation called as a function: the context, and what the handler is to see. */
export interface CallBase<TBase> {
  readonly ctx: TBase;
  readonly signal?: AbortSignal;
}

export interface CallRead<TBase, I extends string> extends CallBase<TBase> {
  readonly include?: Partial<IncludeFlags<I>>;
  readonly fields?: { readonly [type: string]: ReadonlySet<string> | undefined };
}

export interface CallGetOne<TBase, D extends AnyDefinition, I extends string> extends CallRead<TBase, I> {
  readonly id: IdOf<D>;
}

export interface CallCreateOne<TBase, D extends AnyDefinition, I extends string> extends CallRead<TBase, I> {
  readonly input: CreateInput<D>;
}

export interface CallEditOne<TBase, D extends AnyDefinition, I extends string> extends CallRead<TBase, I> {
  readonly id: IdOf<D>;
  readonly input: Partial<EditInput<D>>;
}

/** Names that a caller must give: nothing is parsed, so no default would be found for them. */
type RequiredName<S> = {
  [K in keyof S]: S[K] extends { _zod: { input: infer TInput } } ? (undefined extends TInput ? never : K) : never;
}[keyof S];

/** One part of a call's query, which may be left out as a whole unless one of its values is required. */
type CallPart<TPart extends string, S> = [RequiredName<S>] extends [never]
  ? { readonly [K in TPart]?: PartialOutputOf<S> }
  : { readonly [K in TPart]: Show<OutputOf<Pick<S, RequiredName<S>>> & PartialOutputOf<S>> };

type CallPage<P> = [P] extends [LinkedPage | undefined]
  ? { readonly page?: Partial<PageOf<P>> }
  : [P] extends [Schema]
    ? undefined extends P["_zod"]["input"]
      ? { readonly page?: PageOf<P> }
      : { readonly page: PageOf<P> }
    : CallPart<"page", P>;

interface CallSort<S> {
  readonly sort?: readonly SortOf<S>[];
}

type CallQuery<F, S, P, X> = CallSort<S> & CallPart<"filter", F> & CallPage<P> & CallPart<"extra", X>;

export type CallGetMany<TBase, F, S, P, X, I extends string> = CallRead<TBase, I> & CallQuery<F, S, P, X>;

export type CallGetRelated<TBase, D extends AnyDefinition, F, S, P, X, I extends string> = CallGetOne<TBase, D, I> &
  CallQuery<F, S, P, X>;

export interface CallId<TBase, D extends AnyDefinition> extends CallBase<TBase> {
  readonly id: IdOf<D>;
}

export interface CallRelationship<TBase, D extends AnyDefinition, TRelated> extends CallId<TBase, D> {
  readonly related: TRelated;
}
