import type {
  CreateEndpoint,
  DeleteEndpoint,
  GetEndpoint,
  ListEndpoint,
  RelatedEndpoint,
  RelationshipAction,
  RelationshipEndpoint,
  RpcEndpoint,
  UpdateEndpoint,
} from "./endpoint.js";
import type { Envelope, PagedEnvelope } from "./response.js";
import type {
  CallCreateOne,
  CallEditOne,
  CallGetMany,
  CallGetOne,
  CallGetRelated,
  CallId,
  CallRelationship,
} from "./call-args.js";
import type { ResultOf } from "./typed-response.js";
import type { ChangeOptions, ListOptions, OperationOptions, ReadOptions, RpcOptions, WriteOptions } from "./options.js";
import type {
  AffectsOf,
  ErrorOf,
  ExtraOf,
  FilterOf,
  IncludeOf,
  PageDeclaredBy,
  Paged,
  SortDeclaredBy,
  SparseOf,
} from "./options-of.js";
import type { Related } from "./routes.js";
import type { SortKey } from "./sort.js";
import type { AnyResourceContext } from "./resource-context.js";

/** Any registered operation, as `routes(…)` takes it: the resource it belongs to, and what a client must know of it. */
export interface Operation<N extends string> {
  readonly "~name": N;
  // biome-ignore lint/suspicious/noExplicitAny: an endpoint, which would otherwise be worked out to be compared
  readonly "~endpoint": any;
  /** The types that it says it affects: what the router checks. */
  // biome-ignore lint/suspicious/noExplicitAny: names, see above
  readonly "~affects": any;
  /** What a handler of related resources answers, by their type: what the router checks, and does not keep. */
  // biome-ignore lint/suspicious/noExplicitAny: answers, see above
  readonly "~related": any;
}

// Each operation is also a function: it runs its middleware and defaults, takes typed values and gives the envelope.
// `O` are its options as they were given; what a client must know is read from them when the operation is routed.
// None extends `Operation`, though all are one: a base would be worked out again for each operation.

export interface GetOne<S extends AnyResourceContext, O extends ReadOptions> {
  (call: CallGetOne<S["~base"], S["~id"], IncludeOf<O>>): Promise<Envelope<S["~answers"]["row"]>>;
  readonly "~name": S["~name"];
  readonly "~endpoint": GetEndpoint<IncludeOf<O>, SparseOf<O>, ErrorOf<S, O>>;
  readonly "~affects": never;
  readonly "~related": never;
}

export interface GetMany<S extends AnyResourceContext, O extends ListOptions> {
  (
    call: CallGetMany<S["~base"], O>,
  ): Promise<
    O extends Paged ? PagedEnvelope<readonly S["~answers"]["row"][]> : Envelope<readonly S["~answers"]["row"][]>
  >;
  readonly "~name": S["~name"];
  readonly "~endpoint": ListEndpoint<
    FilterOf<O>,
    SortKey<SortDeclaredBy<O>>,
    PageDeclaredBy<O>,
    ExtraOf<O>,
    IncludeOf<O>,
    SparseOf<O>,
    ErrorOf<S, O>
  >;
  readonly "~affects": never;
  readonly "~related": never;
}

export interface CreateOne<S extends AnyResourceContext, O extends WriteOptions> {
  (call: CallCreateOne<S["~base"], S["~createInput"], IncludeOf<O>>): Promise<Envelope<S["~answers"]["row"]>>;
  readonly "~name": S["~name"];
  readonly "~endpoint": CreateEndpoint<IncludeOf<O>, SparseOf<O>, ErrorOf<S, O>>;
  readonly "~affects": AffectsOf<O>;
  readonly "~related": never;
}

export interface EditOne<S extends AnyResourceContext, O extends WriteOptions> {
  (call: CallEditOne<S["~base"], S["~id"], S["~editInput"], IncludeOf<O>>): Promise<Envelope<S["~answers"]["row"]>>;
  readonly "~name": S["~name"];
  readonly "~endpoint": UpdateEndpoint<IncludeOf<O>, SparseOf<O>, ErrorOf<S, O>>;
  readonly "~affects": AffectsOf<O>;
  readonly "~related": never;
}

export interface DeleteOne<S extends AnyResourceContext, O extends ChangeOptions> {
  (call: CallId<S["~base"], S["~id"]>): Promise<void>;
  readonly "~name": S["~name"];
  readonly "~endpoint": DeleteEndpoint<ErrorOf<S, O>>;
  readonly "~affects": AffectsOf<O>;
  readonly "~related": never;
}

export interface GetRelated<S extends AnyResourceContext, K extends string, O extends ListOptions, TAnswer> {
  (
    call: CallGetRelated<S["~base"], S["~id"], O>,
  ): Promise<
    O extends Paged ? PagedEnvelope<S["relationships"][K]["~related"]> : Envelope<S["relationships"][K]["~related"]>
  >;
  readonly "~name": S["~name"];
  readonly "~endpoint": RelatedEndpoint<
    K,
    FilterOf<O>,
    SortKey<SortDeclaredBy<O>>,
    PageDeclaredBy<O>,
    ExtraOf<O>,
    IncludeOf<O>,
    SparseOf<O>,
    ErrorOf<S, O>
  >;
  readonly "~affects": never;
  readonly "~related": Related<S["relationships"][K]["target"], K, TAnswer>;
}

/** Reads a relationship's linkage. */
export interface GetRelationship<S extends AnyResourceContext, K extends string, O extends OperationOptions> {
  (call: CallId<S["~base"], S["~id"]>): Promise<Envelope<unknown>>;
  readonly "~name": S["~name"];
  readonly "~endpoint": RelationshipEndpoint<K, "get", ErrorOf<S, O>>;
  readonly "~affects": never;
  readonly "~related": never;
}

/** Changes a relationship: set, add to, remove from, reset. */
export interface ChangeRelationship<
  S extends AnyResourceContext,
  K extends string,
  A extends RelationshipAction,
  O extends ChangeOptions,
> {
  (call: CallRelationship<S["~base"], S["~id"], S["relationships"][K]["~input"]>): Promise<void>;
  readonly "~name": S["~name"];
  readonly "~endpoint": RelationshipEndpoint<K, A, ErrorOf<S, O>>;
  readonly "~affects": AffectsOf<O>;
  readonly "~related": never;
}

/** An rpc action has no function form: it takes a raw request and answers one. */
export interface Rpc<S extends AnyResourceContext, A extends string, R extends Response, O extends RpcOptions> {
  readonly "~name": S["~name"];
  readonly "~endpoint": RpcEndpoint<
    A,
    unknown extends O["method"] ? "POST" : O["method"] & string,
    ResultOf<R>,
    ErrorOf<S, O>
  >;
  readonly "~affects": AffectsOf<O>;
  readonly "~related": never;
}
