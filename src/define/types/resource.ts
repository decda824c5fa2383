import type { AnyDefinition } from "./resource-type.js";
import type { RelationshipAction } from "./endpoint.js";
import type { Envelope } from "./response.js";
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
  Rpc,
} from "./operation-call.js";
import type {
  ChangeOptions,
  CommonChangeOptions,
  CommonListOptions,
  CommonOptions,
  CommonReadOptions,
  CommonRelatedOptions,
  CommonRpcOptions,
  CommonWriteOptions,
  ListOptions,
  OperationOptions,
  ReadOptions,
  RpcOptions,
  WriteOptions,
} from "./options.js";
import type { Paged } from "./options-of.js";
import type { RefSchema } from "./ref.js";
import type { Relationship } from "./relationship-shape.js";
import type { Registered, Related, Routes } from "./routes.js";
import type { AnyResourceContext } from "./resource-context.js";

/** What bounds options is no interface: TypeScript would make one anew for each literal that it bounds. */
type Open<T> = { [K in keyof T]: T[K] };

/** Linkage as a handler gives it: ids, rows, or null, as in a row. */
type LinkageResult<T> = T | Envelope<T>;

/**
 * What a handler of related data answers with. `infer` hides the relationship until its name is known: as a contextual
 * type, which only says more than an id of what is related, it would be worked out for every relationship.
 */
type RelatedAnswer<R extends Relationship, O extends ListOptions> = (
  O extends Paged
    ? R["~pagedAnswer"]
    : R["~answer"]
) extends infer TAnswer
  ? TAnswer
  : never;

/** Changing a relationship: with a handler, or with options and a handler. */
interface RegisterChange<S extends AnyResourceContext, TName extends string, A extends RelationshipAction> {
  <const K extends TName>(
    relationship: K,
    handler: (args: RelationshipArgs<S, K, {}>) => void | Promise<void>,
  ): ChangeRelationship<S, K, A, {}>;
  <const K extends TName, O extends Open<ChangeOptions>>(
    relationship: K,
    options: (O extends object ? CommonChangeOptions : O) & S["~guarded"],
    handler: (args: RelationshipArgs<S, K, O>) => void | Promise<void>,
  ): ChangeRelationship<S, K, A, O>;
}

/**
 * A declared resource, and what registers operations on it. Each registration gives a value of its own, to be
 * passed to `routes(…)` and callable as a function by other handlers. Made by `t.resource(…)`.
 *
 * Overloads take the handler alone first: with the options first, editors complete nothing inside a lone handler.
 * Options are taken as they were given, `O`, and checked against the kind's and the resource's. The condition, which is
 * always so, is there to infer `O`: the literal is compared with what lists it may hold, and not with those that it holds,
 * of which TypeScript would make all members to do so. An alias for that would be worked out, with its arguments, for every operation.
 * The bound of include paths is written out in each: behind an alias a message would print the alias, not the names.
 */
export interface Resource<S extends AnyResourceContext> {
  /** The type name. */
  readonly type: S["~name"];
  readonly "~definition": S["~definition"];

  /** `GET /{type}/{id}` */
  getOne(handler: (args: GetOneArgs<S, {}>) => S["~answers"]["one"]): GetOne<S, {}>;
  getOne<O extends Open<ReadOptions>>(
    options: (O extends object ? CommonReadOptions : O) & S["~including"],
    handler: (args: GetOneArgs<S, O>) => S["~answers"]["one"],
  ): GetOne<S, O>;

  /** `GET /{type}` */
  getMany(handler: (args: GetManyArgs<S, {}>) => S["~answers"]["many"]): GetMany<S, {}>;
  getMany<O extends Open<ListOptions>>(
    options: (O extends object ? CommonListOptions : O) & S["~including"],
    handler: (args: GetManyArgs<S, O>) => O extends Paged ? S["~answers"]["paged"] : S["~answers"]["many"],
  ): GetMany<S, O>;

  /** `POST /{type}` */
  createOne(handler: (args: CreateOneArgs<S, {}>) => S["~answers"]["one"]): CreateOne<S, {}>;
  createOne<O extends Open<WriteOptions>>(
    options: (O extends object ? CommonWriteOptions : O) & S["~including"],
    handler: (args: CreateOneArgs<S, O>) => S["~answers"]["one"],
  ): CreateOne<S, O>;

  /** `PATCH /{type}/{id}` */
  editOne(handler: (args: EditOneArgs<S, {}>) => S["~answers"]["one"]): EditOne<S, {}>;
  editOne<O extends Open<WriteOptions>>(
    options: (O extends object ? CommonWriteOptions : O) & S["~including"],
    handler: (args: EditOneArgs<S, O>) => S["~answers"]["one"],
  ): EditOne<S, O>;

  /** `DELETE /{type}/{id}` */
  deleteOne(handler: (args: IdArgs<S, {}>) => void | Promise<void>): DeleteOne<S, {}>;
  deleteOne<O extends Open<ChangeOptions>>(
    options: (O extends object ? CommonChangeOptions : O) & S["~guarded"],
    handler: (args: IdArgs<S, O>) => void | Promise<void>,
  ): DeleteOne<S, O>;

  /**
   * `GET /{type}/{id}/{relationship}`: the related resource, or resources. Include paths start at the related
   * resource. The relationship's own endpoint, with linkage only, is made by itself from it.
   */
  getRelated<const K extends S["~relationship"], TAnswer extends S["relationships"][K]["~answer"]>(
    relationship: K,
    handler: (args: GetRelatedArgs<S, {}>) => TAnswer,
  ): GetRelated<S, K, {}, TAnswer>;
  getRelated<
    const K extends S["~relationship"],
    O extends Open<ListOptions>,
    TAnswer extends RelatedAnswer<S["relationships"][K], O>,
  >(
    relationship: K,
    options: (O extends object ? CommonRelatedOptions : O) & S["~guarded"],
    handler: (args: GetRelatedArgs<S, O>) => TAnswer,
  ): GetRelated<S, K, O, TAnswer>;

  /** `GET /{type}/{id}/relationship/{relationship}`: only needed where reading linkage should cost less than reading the related. */
  getRelationship<const K extends S["~relationship"]>(
    relationship: K,
    handler: (
      args: IdArgs<S, {}>,
    ) => LinkageResult<S["relationships"][K]["~row"]> | Promise<LinkageResult<S["relationships"][K]["~row"]>>,
  ): GetRelationship<S, K, {}>;
  getRelationship<const K extends S["~relationship"], O extends Open<OperationOptions>>(
    relationship: K,
    options: (O extends object ? CommonOptions : O) & S["~guarded"],
    handler: (
      args: IdArgs<S, O>,
    ) => LinkageResult<S["relationships"][K]["~row"]> | Promise<LinkageResult<S["relationships"][K]["~row"]>>,
  ): GetRelationship<S, K, O>;

  /** `PATCH /{type}/{id}/relationship/{relationship}`, to-one: `related` is the id, or null. */
  readonly editRelationship: RegisterChange<S, S["~toOne"], "set">;
  /** `POST /{type}/{id}/relationship/{relationship}`, to-many: `related` is the ids to add. */
  readonly addToRelationship: RegisterChange<S, S["~toMany"], "add">;
  /** `DELETE /{type}/{id}/relationship/{relationship}`, to-many: `related` is the ids to remove. */
  readonly removeFromRelationship: RegisterChange<S, S["~toMany"], "remove">;
  /** `PATCH /{type}/{id}/relationship/{relationship}`, to-many: `related` is all the ids there shall be. */
  readonly resetRelationship: RegisterChange<S, S["~toMany"], "reset">;

  /**
   * `{METHOD} /{type}/{id}/{action}`: any request, any response. Nothing is parsed, negotiated or serialized.
   * Errors that are thrown still become JSON:API error documents.
   */
  rpc<const A extends string, R extends Response>(
    action: A extends "relationship"
      ? 'an action called "relationship" would shadow the relationship endpoints. Rename it.'
      : A,
    handler: (args: RpcArgs<S, {}>) => R | Promise<R>,
  ): Rpc<S, A, R, {}>;
  rpc<const A extends string, R extends Response, O extends CommonRpcOptions & S["~guarded"] & S["~rpcs"][A]>(
    action: A,
    options: keyof O extends keyof RpcOptions ? O : RpcOptions,
    handler: (args: RpcArgs<S, O>) => R | Promise<R>,
  ): Rpc<S, A, R, O>;

  /** The schema of a related id, for a filter: handlers get the id as declared, clients may also give it as a string. */
  ref<K extends S["~relationship"]>(relationship: K): RefSchema<S["relationships"][K]["~id"]>;

  /** The operations of this resource, for `t.router(…)`. An operation of another resource does not compile. */
  routes<T extends readonly Operation<S["~name"]>[]>(
    ...operations: T
  ): Registered<
    Routes<S["~name"], S["~definition"], T[number]["~endpoint"], T[number]["~affects"]>,
    T[number]["~related"],
    Related<S["~name"], string, S["~answers"]["related"]>
  >;
}

/** A row of a resource: `RowOf<typeof articles>`. Annotate with it where two operations call each other. */
export type RowOf<R extends { readonly "~definition": AnyDefinition }> = R["~definition"]["~answers"]["row"];
