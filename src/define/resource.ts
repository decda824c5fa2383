import type { AnyDefinition, RelationshipName } from "./definition.js";
import type { Endpoint, RelationshipAction } from "./endpoint.js";
import type { Envelope } from "./envelope.js";
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
} from "./operation.js";
import type {
  ChangeOptions,
  Known,
  ListOptions,
  OperationOptions,
  ReadOptions,
  RpcOptions,
  WriteOptions,
} from "./options.js";
import type { LinkedPage } from "./page.js";
import type { RefSchema } from "./ref.js";
import type { Routes } from "./routes.js";
import type { AnySubject } from "./subject.js";

type ManyResult<S extends AnySubject, O extends ListOptions> = O["page"] extends LinkedPage ? S["paged"] : S["many"];

type RelatedResult<
  S extends AnySubject,
  K extends keyof S["relationships"],
  O extends ListOptions,
> = O["page"] extends LinkedPage ? S["relationships"][K]["~pagedAnswer"] : S["relationships"][K]["~answer"];

/** Linkage as a handler gives it: ids, rows, or null, as in a row. */
type LinkageResult<T> = T | Envelope<T>;

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
interface RegisterChange<S extends AnySubject, TName extends string, A extends RelationshipAction> {
  <const K extends TName>(
    relationship: K,
    handler: (args: RelationshipArgs<S, K, {}>) => void | Promise<void>,
  ): ChangeRelationship<S, K, A, {}>;
  <const K extends TName, const O extends S["changeConfig"]>(
    relationship: K,
    options: Known<O, ChangeOptions>,
    handler: (args: RelationshipArgs<S, K, O>) => void | Promise<void>,
  ): ChangeRelationship<S, K, A, O>;
}

/**
 * A declared resource, and what registers operations on it. Each registration gives a value of its own, to be
 * passed to `routes(…)` and callable as a function by other handlers. Made by `t.resource(…)`.
 *
 * Overloads take the handler alone first: with the options first, editors complete nothing inside a lone handler.
 * The bound of include paths is written out in each: behind an alias a message would print the alias, not the names.
 */
export interface Resource<S extends AnySubject> {
  /** The type name. */
  readonly type: S["name"];
  readonly "~definition": S["definition"];

  /** `GET /{type}/{id}` */
  getOne(handler: (args: GetOneArgs<S, {}>) => S["one"]): GetOne<S, {}>;
  getOne<const O extends S["readConfig"]>(
    options: Known<O, ReadOptions>,
    handler: (args: GetOneArgs<S, O>) => S["one"],
  ): GetOne<S, O>;

  /** `GET /{type}` */
  getMany(handler: (args: GetManyArgs<S, {}>) => S["many"]): GetMany<S, {}>;
  getMany<const O extends S["listConfig"]>(
    options: Known<O, ListOptions>,
    handler: (args: GetManyArgs<S, O>) => ManyResult<S, O>,
  ): GetMany<S, O>;

  /** `POST /{type}` */
  createOne(handler: (args: CreateOneArgs<S, {}>) => S["one"]): CreateOne<S, {}>;
  createOne<const O extends S["writeConfig"]>(
    options: Known<O, WriteOptions>,
    handler: (args: CreateOneArgs<S, O>) => S["one"],
  ): CreateOne<S, O>;

  /** `PATCH /{type}/{id}` */
  editOne(handler: (args: EditOneArgs<S, {}>) => S["one"]): EditOne<S, {}>;
  editOne<const O extends S["writeConfig"]>(
    options: Known<O, WriteOptions>,
    handler: (args: EditOneArgs<S, O>) => S["one"],
  ): EditOne<S, O>;

  /** `DELETE /{type}/{id}` */
  deleteOne(handler: (args: IdArgs<S, {}>) => void | Promise<void>): DeleteOne<S, {}>;
  deleteOne<const O extends S["changeConfig"]>(
    options: Known<O, ChangeOptions>,
    handler: (args: IdArgs<S, O>) => void | Promise<void>,
  ): DeleteOne<S, O>;

  /**
   * `GET /{type}/{id}/{relationship}`: the related resource, or resources. Include paths start at the related
   * resource. The relationship's own endpoint, with linkage only, is made by itself from it.
   */
  getRelated<const K extends RelationshipName<S["definition"]>>(
    relationship: K,
    handler: (args: GetRelatedArgs<S, {}>) => S["relationships"][K]["~answer"],
  ): GetRelated<S, K, {}>;
  getRelated<const K extends RelationshipName<S["definition"]>, const O extends S["relatedConfig"]>(
    relationship: K,
    options: Known<O, ListOptions>,
    handler: (args: GetRelatedArgs<S, O>) => RelatedResult<S, K, O>,
  ): GetRelated<S, K, O>;

  /** `GET /{type}/{id}/relationship/{relationship}`: only needed where reading linkage should cost less than reading the related. */
  getRelationship<const K extends RelationshipName<S["definition"]>>(
    relationship: K,
    handler: (
      args: IdArgs<S, {}>,
    ) => LinkageResult<S["relationships"][K]["~row"]> | Promise<LinkageResult<S["relationships"][K]["~row"]>>,
  ): GetRelationship<S, K, {}>;
  getRelationship<const K extends RelationshipName<S["definition"]>, const O extends S["operationConfig"]>(
    relationship: K,
    options: Known<O, OperationOptions>,
    handler: (
      args: IdArgs<S, O>,
    ) => LinkageResult<S["relationships"][K]["~row"]> | Promise<LinkageResult<S["relationships"][K]["~row"]>>,
  ): GetRelationship<S, K, O>;

  /** `PATCH /{type}/{id}/relationship/{relationship}`, to-one: `related` is the id, or null. */
  readonly editRelationship: RegisterChange<S, ToOneName<S["definition"]>, "set">;
  /** `POST /{type}/{id}/relationship/{relationship}`, to-many: `related` is the ids to add. */
  readonly addToRelationship: RegisterChange<S, ToManyName<S["definition"]>, "add">;
  /** `DELETE /{type}/{id}/relationship/{relationship}`, to-many: `related` is the ids to remove. */
  readonly removeFromRelationship: RegisterChange<S, ToManyName<S["definition"]>, "remove">;
  /** `PATCH /{type}/{id}/relationship/{relationship}`, to-many: `related` is all the ids there shall be. */
  readonly resetRelationship: RegisterChange<S, ToManyName<S["definition"]>, "reset">;

  /**
   * `{METHOD} /{type}/{id}/{action}`: any request, any response. Nothing is parsed, negotiated or serialized.
   * Errors that are thrown still become JSON:API error documents.
   */
  rpc<const A extends string, R extends Response>(
    action: ActionName<S["definition"], A, "POST">,
    handler: (args: RpcArgs<S, {}>) => R | Promise<R>,
  ): Rpc<S, A, R, {}>;
  rpc<const A extends string, R extends Response, const O extends S["rpcConfig"]>(
    action: ActionName<S["definition"], A, O["method"]>,
    options: Known<O, RpcOptions>,
    handler: (args: RpcArgs<S, O>) => R | Promise<R>,
  ): Rpc<S, A, R, O>;

  /** The schema of a related id, for a filter: handlers get the id as declared, clients may also give it as a string. */
  ref<K extends RelationshipName<S["definition"]>>(relationship: K): RefSchema<S["relationships"][K]["~id"]>;

  /** The operations of this resource, for `t.router(…)`. An operation of another resource does not compile. */
  routes<const T extends readonly Operation<S["name"], Endpoint, string>[]>(
    ...operations: T
  ): Routes<S["name"], S["definition"], T[number]["~endpoint"], T[number]["~affects"]>;
}

/** A row of a resource: `RowOf<typeof articles>`. Annotate with it where two operations call each other. */
export type RowOf<R extends { readonly "~definition": AnyDefinition }> = R["~definition"]["~answers"]["row"];
