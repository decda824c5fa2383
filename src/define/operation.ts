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
import type {
  CallCreateOne,
  CallEditOne,
  CallGetMany,
  CallGetOne,
  CallGetRelated,
  CallId,
  CallRelationship,
} from "./call-args.js";
import type { ResultOf } from "./json.js";
import type {
  AffectsOf,
  ChangeOptions,
  ErrorOf,
  ExtraOf,
  FilterOf,
  IncludeOf,
  ListOptions,
  OperationOptions,
  PageDeclaredBy,
  ReadOptions,
  RpcOptions,
  SortDeclaredBy,
  SparseOf,
  WriteOptions,
} from "./options.js";
import type { LinkedPage } from "./page.js";
import type { SortKey } from "./sort.js";
import type { AnySubject } from "./subject.js";

/** Any registered operation, as `routes(…)` takes it: the resource it belongs to, and what a client must know of it. */
export interface Operation<N extends string, TEndpoint extends Endpoint, TAffects extends string = never> {
  readonly "~name": N;
  readonly "~endpoint": TEndpoint;
  /** The types that it says it affects: what the router checks. */
  readonly "~affects": TAffects;
}

// Each operation is also a function: it runs its middleware and defaults, takes typed values and gives the envelope.
// `O` are its options as they were given; what a client must know is read from them when the operation is routed.

export interface GetOne<S extends AnySubject, O extends ReadOptions>
  extends Operation<S["name"], GetEndpoint<IncludeOf<O>, SparseOf<O>, ErrorOf<S, O>>> {
  (call: CallGetOne<S["base"], S["id"], IncludeOf<O>>): Promise<Envelope<S["row"]>>;
}

export interface GetMany<S extends AnySubject, O extends ListOptions>
  extends Operation<
    S["name"],
    ListEndpoint<
      FilterOf<O>,
      SortKey<SortDeclaredBy<O>>,
      PageDeclaredBy<O>,
      ExtraOf<O>,
      IncludeOf<O>,
      SparseOf<O>,
      ErrorOf<S, O>
    >
  > {
  (
    call: CallGetMany<S["base"], O>,
  ): Promise<O["page"] extends LinkedPage ? PagedEnvelope<readonly S["row"][]> : Envelope<readonly S["row"][]>>;
}

export interface CreateOne<S extends AnySubject, O extends WriteOptions>
  extends Operation<S["name"], CreateEndpoint<IncludeOf<O>, SparseOf<O>, ErrorOf<S, O>>, AffectsOf<O>> {
  (call: CallCreateOne<S["base"], S["createInput"], IncludeOf<O>>): Promise<Envelope<S["row"]>>;
}

export interface EditOne<S extends AnySubject, O extends WriteOptions>
  extends Operation<S["name"], UpdateEndpoint<IncludeOf<O>, SparseOf<O>, ErrorOf<S, O>>, AffectsOf<O>> {
  (call: CallEditOne<S["base"], S["id"], S["editInput"], IncludeOf<O>>): Promise<Envelope<S["row"]>>;
}

export interface DeleteOne<S extends AnySubject, O extends ChangeOptions>
  extends Operation<S["name"], DeleteEndpoint<ErrorOf<S, O>>, AffectsOf<O>> {
  (call: CallId<S["base"], S["id"]>): Promise<void>;
}

export interface GetRelated<S extends AnySubject, K extends string, O extends ListOptions>
  extends Operation<
    S["name"],
    RelatedEndpoint<
      K,
      FilterOf<O>,
      SortKey<SortDeclaredBy<O>>,
      PageDeclaredBy<O>,
      ExtraOf<O>,
      IncludeOf<O>,
      SparseOf<O>,
      ErrorOf<S, O>
    >
  > {
  (
    call: CallGetRelated<S["base"], S["id"], O>,
  ): Promise<
    O["page"] extends LinkedPage
      ? PagedEnvelope<S["relationships"][K]["~related"]>
      : Envelope<S["relationships"][K]["~related"]>
  >;
}

/** Reads a relationship's linkage. */
export interface GetRelationship<S extends AnySubject, K extends string, O extends OperationOptions>
  extends Operation<S["name"], RelationshipEndpoint<K, "get", ErrorOf<S, O>>> {
  (call: CallId<S["base"], S["id"]>): Promise<Envelope<unknown>>;
}

/** Changes a relationship: set, add to, remove from, reset. */
export interface ChangeRelationship<
  S extends AnySubject,
  K extends string,
  A extends RelationshipAction,
  O extends ChangeOptions,
> extends Operation<S["name"], RelationshipEndpoint<K, A, ErrorOf<S, O>>, AffectsOf<O>> {
  (call: CallRelationship<S["base"], S["id"], S["relationships"][K]["~input"]>): Promise<void>;
}

/** An rpc action has no function form: it takes a raw request and answers one. */
export interface Rpc<S extends AnySubject, A extends string, R extends Response, O extends RpcOptions>
  extends Operation<
    S["name"],
    RpcEndpoint<A, unknown extends O["method"] ? "POST" : O["method"] & string, ResultOf<R>, ErrorOf<S, O>>,
    AffectsOf<O>
  > {}
