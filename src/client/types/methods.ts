import type { AnyApi } from "../../define/types/routes.js";
import type { CallOptions } from "../request/options.js";
import type { EndpointsOf, IdInput, RelatedName, RelationshipsOf, TypeName } from "./access.js";
import type { Collection } from "./collection.js";
import type { DeclaredFailure, EngineFailure } from "./failure.js";
import type { FieldsInput, Mistyped, Placed } from "./fields.js";
import type { Included, Paths } from "./include.js";
import type { Item } from "./item.js";
import type { FindInput } from "./query-input.js";
import type { RelationshipMethod } from "./relationship.js";
import type { RpcMethod } from "./rpc.js";
import type { Single } from "./single.js";
import type { ResourceWrite, Write } from "./write.js";
import type { CreateInput, UpdateInput } from "./write-input.js";

/** What to give of the resource, and how to send the request. */
export interface ReadOptions<TApi extends AnyApi, TName extends TypeName<TApi>, TVia extends string, TPaths, TChosen>
  extends CallOptions {
  /** The relationships to include. */
  readonly include?: TPaths;
  /** The only fields to give, by type. */
  readonly fields?: TChosen & Placed<keyof TChosen, TApi, TName, TVia>;
}

/** All that a resource may have. One interface: only the methods that are asked for are resolved. */
export interface Methods<TApi extends AnyApi, TName extends TypeName<TApi>> {
  readonly get: GetMethod<TApi, TName>;
  readonly list: ListMethod<TApi, TName>;
  readonly find: FindMethod<TApi, TName>;
  readonly create: CreateMethod<TApi, TName>;
  readonly update: UpdateMethod<TApi, TName>;
  readonly delete: DeleteMethod<TApi, TName>;
  readonly related: RelatedMethod<TApi, TName>;
  readonly relationship: RelationshipMethod<TApi, TName>;
  readonly rpc: RpcMethod<TApi, TName>;
}

export interface GetMethod<TApi extends AnyApi, TName extends TypeName<TApi>> {
  /** Reads one resource. Lazy. */
  <
    TPaths extends Paths<TApi["~routes"][TName]["~endpoint"]["get"]["~includePath"]> = readonly [],
    TChosen extends FieldsInput<TApi> | Mistyped = {},
  >(
    id: IdInput<TApi, TName>,
    options?: ReadOptions<TApi, TName, "get", TPaths, TChosen>,
  ): Single<TApi, TName, Included<TPaths>, TChosen, "get">;
}

export interface ListMethod<TApi extends AnyApi, TName extends TypeName<TApi>> {
  /** Reads a list. Lazy: what to read is chained. */
  (options?: CallOptions): Collection<TApi, TName>;
}

export interface FindMethod<TApi extends AnyApi, TName extends TypeName<TApi>> {
  /**
   * Reads exactly one resource by a filter. Lazy.
   *
   * @throws {NotFound} As a rejection, when nothing passes the filter.
   * @throws {Unexpected} As a rejection, code `ambiguous`, when more than one resource does.
   */
  <
    TPaths extends Paths<TApi["~routes"][TName]["~endpoint"]["list"]["~includePath"]> = readonly [],
    TChosen extends FieldsInput<TApi> | Mistyped = {},
  >(
    filter: FindInput<TApi["~routes"][TName]["~endpoint"]["list"]>,
    options?: ReadOptions<TApi, TName, "list", TPaths, TChosen>,
  ): Single<TApi, TName, Included<TPaths>, TChosen, "list">;
}

export interface CreateMethod<TApi extends AnyApi, TName extends TypeName<TApi>> {
  /** Creates a resource. Sent at once. Relationships are given as ids, as identifiers, or as resources fetched before. */
  <
    TPaths extends Paths<TApi["~routes"][TName]["~endpoint"]["create"]["~includePath"]> = readonly [],
    TChosen extends FieldsInput<TApi> | Mistyped = {},
  >(
    input: CreateInput<TApi, TName>,
    options?: ReadOptions<TApi, TName, "create", TPaths, TChosen>,
  ): ResourceWrite<TApi, TName, "create", Item<TApi, TName, Included<TPaths>, TChosen>>;
}

export interface UpdateMethod<TApi extends AnyApi, TName extends TypeName<TApi>> {
  /** Edits a resource. Sent at once. What the input leaves out stays as it is; null is null. */
  <
    TPaths extends Paths<TApi["~routes"][TName]["~endpoint"]["update"]["~includePath"]> = readonly [],
    TChosen extends FieldsInput<TApi> | Mistyped = {},
  >(
    id: IdInput<TApi, TName>,
    input: UpdateInput<TApi, TName>,
    options?: ReadOptions<TApi, TName, "update", TPaths, TChosen>,
  ): ResourceWrite<TApi, TName, "update", Item<TApi, TName, Included<TPaths>, TChosen>>;
}

export interface DeleteMethod<TApi extends AnyApi, TName extends TypeName<TApi>> {
  /** Deletes a resource. Sent at once. */
  (
    id: IdInput<TApi, TName>,
    options?: CallOptions,
  ): Write<void, EngineFailure["delete"] | DeclaredFailure<EndpointsOf<TApi, TName>["delete"]>>;
}

export interface RelatedMethod<TApi extends AnyApi, TName extends TypeName<TApi>> {
  /** Reads what is related to a resource: one, or a list to chain on. Lazy. */
  <const TRelationship extends RelatedName<TApi, TName>>(
    id: IdInput<TApi, TName>,
    relationship: TRelationship,
    options?: CallOptions,
  ): RelatedRead<TApi, TName, TRelationship>;
}

type RelatedRead<TApi extends AnyApi, TName extends TypeName<TApi>, TRelationship extends string> = RelationshipsOf<
  TApi,
  TName
>[TRelationship]["target"] extends infer TTarget extends TypeName<TApi>
  ? RelationshipsOf<TApi, TName>[TRelationship]["many"] extends true
    ? Collection<TApi, TTarget, never, {}, `${TName}.${TRelationship}`>
    : Single<TApi, TTarget, never, {}, `${TName}.${TRelationship}`>
  : never;
