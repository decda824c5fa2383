import type { AnyDefinition } from "./definition.js";
import type {
  CreateEndpoint,
  DeleteEndpoint,
  Endpoint,
  GetEndpoint,
  ListEndpoint,
  RelatedEndpoint,
  RelationshipAction,
  RelationshipEndpoint,
  RpcEndpoint,
  UpdateEndpoint,
} from "./endpoint.js";
import type { Envelope, PagedEnvelope } from "./envelope.js";
import type { DeclaredError } from "./errors.js";
import type {
  CallCreateOne,
  CallEditOne,
  CallGetMany,
  CallGetOne,
  CallGetRelated,
  CallId,
  CallRelationship,
} from "./handler-args.js";
import type { LinkedPage } from "./page.js";
import type { NestedRow, Row } from "./row.js";
import type { SortKey } from "./sort.js";

/** Any registered operation, as `routes(…)` takes it: the resource it belongs to, and what a client must know of it. */
export interface Operation<N extends string, TEndpoint extends Endpoint, TAffects extends string = never> {
  readonly "~name": N;
  readonly "~endpoint": TEndpoint;
  /** The types that it says it affects: what the router checks. */
  readonly "~affects": TAffects;
}

/** A list that a paged declaration makes say where it ends. */
export type ListEnvelope<P, TRow> = P extends LinkedPage ? PagedEnvelope<readonly TRow[]> : Envelope<readonly TRow[]>;

/** Each operation is also a function: it runs its middleware and defaults, takes typed values and gives the envelope. */
export interface GetOne<
  TBase,
  N extends string,
  D extends AnyDefinition,
  I extends string,
  V extends boolean,
  E extends DeclaredError,
> extends Operation<N, GetEndpoint<I, V, E>> {
  (call: CallGetOne<TBase, D, I>): Promise<Envelope<Row<D>>>;
}

export interface GetMany<
  TBase,
  N extends string,
  D extends AnyDefinition,
  F,
  S,
  P,
  X,
  I extends string,
  V extends boolean,
  E extends DeclaredError,
> extends Operation<N, ListEndpoint<F, SortKey<S>, P, X, I, V, E>> {
  (call: CallGetMany<TBase, F, S, P, X, I>): Promise<ListEnvelope<P, Row<D>>>;
}

export interface CreateOne<
  TBase,
  N extends string,
  D extends AnyDefinition,
  I extends string,
  V extends boolean,
  E extends DeclaredError,
  A extends string = never,
> extends Operation<N, CreateEndpoint<I, V, E>, A> {
  (call: CallCreateOne<TBase, D, I>): Promise<Envelope<Row<D>>>;
}

export interface EditOne<
  TBase,
  N extends string,
  D extends AnyDefinition,
  I extends string,
  V extends boolean,
  E extends DeclaredError,
  A extends string = never,
> extends Operation<N, UpdateEndpoint<I, V, E>, A> {
  (call: CallEditOne<TBase, D, I>): Promise<Envelope<Row<D>>>;
}

export interface DeleteOne<
  TBase,
  N extends string,
  D extends AnyDefinition,
  E extends DeclaredError,
  A extends string = never,
> extends Operation<N, DeleteEndpoint<E>, A> {
  (call: CallId<TBase, D>): Promise<void>;
}

/** A related row is known by its id alone: its target is named, not referred to. */
export type RelatedData<
  D extends AnyDefinition,
  K extends keyof D["relationships"],
> = D["relationships"][K]["many"] extends true
  ? readonly NestedRow<D["relationships"][K]["~id"]>[]
  : NestedRow<D["relationships"][K]["~id"]> | D["relationships"][K]["~absent"];

export interface GetRelated<
  TBase,
  N extends string,
  D extends AnyDefinition,
  K extends string,
  F,
  S,
  P,
  X,
  I extends string,
  V extends boolean,
  E extends DeclaredError,
> extends Operation<N, RelatedEndpoint<K, F, SortKey<S>, P, X, I, V, E>> {
  (
    call: CallGetRelated<TBase, D, F, S, P, X, I>,
  ): Promise<P extends LinkedPage ? PagedEnvelope<RelatedData<D, K>> : Envelope<RelatedData<D, K>>>;
}

/** Reads a relationship's linkage. */
export interface GetRelationship<
  TBase,
  N extends string,
  D extends AnyDefinition,
  K extends string,
  E extends DeclaredError,
> extends Operation<N, RelationshipEndpoint<K, "get", E>> {
  (call: CallId<TBase, D>): Promise<Envelope<unknown>>;
}

/** Changes a relationship: set, add to, remove from, reset. */
export interface ChangeRelationship<
  TBase,
  N extends string,
  D extends AnyDefinition,
  K extends string,
  A extends RelationshipAction,
  TRelated,
  E extends DeclaredError,
  TAffects extends string = never,
> extends Operation<N, RelationshipEndpoint<K, A, E>, TAffects> {
  (call: CallRelationship<TBase, D, TRelated>): Promise<void>;
}

/** An rpc action has no function form: it takes a raw request and answers one. */
export interface Rpc<
  N extends string,
  A extends string,
  M extends string,
  TResult,
  E extends DeclaredError,
  TAffects extends string = never,
> extends Operation<N, RpcEndpoint<A, M, TResult, E>, TAffects> {}
