import type { RegisterActions } from "./action.js";
import type { AnyDefinition } from "./definition.js";
import type { RelationshipAction } from "./endpoint.js";
import type { NothingResult } from "./handler-result.js";
import type * as args from "./handler-args.js";
import type { Envelope } from "./response.js";
import type * as calls from "./operation-call.js";
import type * as options from "./options.js";
import type { Paged } from "./options-of.js";
import type { Relationship } from "./relationship-shape.js";
import type { Related, ResourceRoutes } from "./routes.js";
import type { AnyResourceContext } from "./resource-context.js";
import type { z } from "zod";

/** `Open<T>` is `T` as a mapped type, because an interface as a bound costs instantiations: see docs/evidence/type-cost.md */
type Open<T> = { [K in keyof T]: T[K] };

/** The result of a handler for linkage: ids, rows or null, as in a row. */
type LinkageResult<T> = T | Envelope<T>;

/** The result of a handler of `getRelated`. `infer` saves instantiations: see docs/evidence/type-cost.md */
type RelatedHandlerResult<R extends Relationship, O extends options.AnyListOptions> = (
  O extends Paged
    ? R["~pagedResult"]
    : R["~result"]
) extends infer TResult
  ? TResult
  : never;

/** Registers an operation that changes a relationship: takes a handler, or options and a handler. */
interface RegisterChange<S extends AnyResourceContext, TName extends string, A extends RelationshipAction> {
  <const K extends TName, O extends Open<options.AnyChangeOptions>>(
    relationship: K,
    options:
      | ((O extends object ? options.CommonChangeOptions : O) & S["~guarded"])
      | (string & args.RelationshipAlone<S, K>),
    handler: (args: args.RelationshipArgs<S, K, O>) => NothingResult,
  ): calls.ChangeRelationship<S, K, A, O>;
  <const K extends TName>(
    relationship: K,
    handler: (args: args.RelationshipArgs<S, K, {}>) => NothingResult,
  ): calls.ChangeRelationship<S, K, A, {}>;
}

// The overload with options comes first: see handler-args.ts.
// The condition `O extends object` is always true and only infers `O` cheaply. It is repeated in each method, because an alias
// costs instantiations and would appear in messages: see docs/evidence/type-cost.md

/**
 * A declared resource, with the methods that register its operations. Each method returns an operation: pass it to `routes(…)`.
 * Other handlers can call it as a function. `t.resource(…)` makes a resource.
 */
export interface Resource<S extends AnyResourceContext> extends RegisterActions<S, "item"> {
  /** The type name. */
  readonly type: S["~name"];
  readonly "~definition": S["~definition"];
  readonly "~returned": S["~returned"];

  /** `GET /{type}/{id}` */
  getOne<O extends Open<options.AnyReadOptions>>(
    options: ((O extends object ? options.CommonReadOptions : O) & S["~including"]) | (string & args.GetOneAlone<S>),
    handler: (args: args.GetOneArgs<S, O>) => S["~results"]["one"],
  ): calls.GetOne<S, O>;
  getOne(handler: (args: args.GetOneArgs<S, {}>) => S["~results"]["one"]): calls.GetOne<S, {}>;

  /** `GET /{type}` */
  getMany<O extends Open<options.AnyGetManyOptions>>(
    options: ((O extends object ? options.GetManyOptions : O) & S["~including"]) | (string & args.GetManyAlone<S>),
    handler: (args: args.GetManyArgs<S, O>) => O extends Paged ? S["~results"]["paged"] : S["~results"]["many"],
  ): calls.GetMany<S, O>;
  getMany(handler: (args: args.GetManyArgs<S, {}>) => S["~results"]["many"]): calls.GetMany<S, {}>;

  /** `POST /{type}` */
  createOne<O extends Open<options.AnyCreateOptions>>(
    options:
      | ((O extends object ? options.CommonCreateOptions : O) & S["~including"])
      | (string & args.CreateOneAlone<S>),
    handler: (args: args.CreateOneArgs<S, O>) => S["~results"]["one"],
  ): calls.CreateOne<S, O>;
  createOne(handler: (args: args.CreateOneArgs<S, {}>) => S["~results"]["one"]): calls.CreateOne<S, {}>;

  /** `PATCH /{type}/{id}` */
  editOne<O extends Open<options.AnyWriteOptions>>(
    options: ((O extends object ? options.CommonWriteOptions : O) & S["~including"]) | (string & args.EditOneAlone<S>),
    handler: (args: args.EditOneArgs<S, O>) => S["~results"]["one"],
  ): calls.EditOne<S, O>;
  editOne(handler: (args: args.EditOneArgs<S, {}>) => S["~results"]["one"]): calls.EditOne<S, {}>;

  /** `DELETE /{type}/{id}` */
  deleteOne<O extends Open<options.AnyChangeOptions>>(
    options: ((O extends object ? options.CommonChangeOptions : O) & S["~guarded"]) | (string & args.DeleteOneAlone<S>),
    handler: (args: args.DeleteOneArgs<S, O>) => NothingResult,
  ): calls.DeleteOne<S, O>;
  deleteOne(handler: (args: args.DeleteOneArgs<S, {}>) => NothingResult): calls.DeleteOne<S, {}>;

  /**
   * `GET /{type}/{id}/{relationship}`: the related resource or resources. Include paths start at the related resource.
   * The router also adds the endpoint that returns the linkage only.
   */
  getRelated<
    const K extends S["~relationship"],
    O extends Open<options.AnyGetRelatedOptions>,
    TResult extends RelatedHandlerResult<S["relationships"][K], O>,
  >(
    relationship: K,
    options:
      | ((O extends object ? options.GetRelatedOptions : O) & S["~guarded"])
      | (string & args.GetRelatedAlone<S, K>),
    handler: (args: args.GetRelatedArgs<S, O>) => TResult,
  ): calls.GetRelated<S, K, O, TResult>;
  getRelated<const K extends S["~relationship"], TResult extends S["relationships"][K]["~result"]>(
    relationship: K,
    handler: (args: args.GetRelatedArgs<S, {}>) => TResult,
  ): calls.GetRelated<S, K, {}, TResult>;

  /** `GET /{type}/{id}/relationship/{relationship}`: only needed if reading the ids is cheaper than reading the related resources. */
  getRelationship<const K extends S["~relationship"]>(
    relationship: K,
    handler: (
      args: args.IdArgs<S, {}>,
    ) => LinkageResult<S["relationships"][K]["~row"]> | Promise<LinkageResult<S["relationships"][K]["~row"]>>,
  ): calls.GetRelationship<S, K, {}>;
  getRelationship<const K extends S["~relationship"], O extends Open<options.AnyOptions>>(
    relationship: K,
    options: (O extends object ? options.CommonOptions : O) & S["~guarded"],
    handler: (
      args: args.IdArgs<S, O>,
    ) => LinkageResult<S["relationships"][K]["~row"]> | Promise<LinkageResult<S["relationships"][K]["~row"]>>,
  ): calls.GetRelationship<S, K, O>;

  /** `PATCH /{type}/{id}/relationship/{relationship}`, for a to-one relationship: `related` is the id or null. */
  readonly editRelationship: RegisterChange<S, S["~toOne"], "set">;
  /** `POST /{type}/{id}/relationship/{relationship}`, for a to-many relationship: `related` contains the ids to add. */
  readonly addToRelationship: RegisterChange<S, S["~toMany"], "add">;
  /** `DELETE /{type}/{id}/relationship/{relationship}`, for a to-many relationship: `related` contains the ids to remove. */
  readonly removeFromRelationship: RegisterChange<S, S["~toMany"], "remove">;
  /** `PATCH /{type}/{id}/relationship/{relationship}`, for a to-many relationship: `related` is the complete new list of ids. */
  readonly resetRelationship: RegisterChange<S, S["~toMany"], "reset">;

  /**
   * `{METHOD} /{type}/{id}/{action}`: takes any request and returns any response. Trestle does not parse the request or
   * serialize the response. If the handler throws, the client gets a JSON:API error document.
   */
  rpc<const A extends string, R extends Response>(
    action: A extends "relationship"
      ? 'an action called "relationship" would shadow the relationship endpoints. Rename it.'
      : A,
    handler: (args: args.RpcArgs<S, {}>) => R | Promise<R>,
  ): calls.Rpc<S, A, R, {}>;
  rpc<const A extends string, R extends Response, O extends options.CommonRpcOptions & S["~guarded"] & S["~rpcs"][A]>(
    action: A,
    options: keyof O extends keyof options.AnyRpcOptions ? O : options.AnyRpcOptions,
    handler: (args: args.RpcArgs<S, O>) => R | Promise<R>,
  ): calls.Rpc<S, A, R, O>;

  /** Actions of all resources of the type: `POST /{type}/{action}` or `GET /{type}/{action}`. */
  readonly collection: RegisterActions<S, "collection">;

  /** The schema of a related id, for a filter. Handlers get the declared type; clients may also send a string. */
  ref<K extends S["~relationship"]>(relationship: K): RefSchema<S["relationships"][K]["~id"]>;

  /** Collects the operations of this resource for `t.router(…)`. An operation of another resource does not compile. */
  routes<T extends readonly calls.Operation<S["~name"]>[]>(
    ...operations: T
  ): ResourceRoutes<
    S["~name"],
    S["~definition"],
    T[number]["~endpoint"],
    T[number]["~affects"],
    T[number]["~related"],
    Related<S["~name"], string, S["~results"]["related"]>
  >;
}

/** The row of a resource: `RowOf<typeof articles>`. Use it to annotate operations that call each other. */
export type RowOf<R extends { readonly "~definition": AnyDefinition }> = R["~definition"]["~results"]["row"];

/**
 * What a resource declares, for an interface of your own. Hovers and messages then print the name of the interface in place of all that
 * the resource declares. The interface is optional.
 *
 * @example
 * ```ts
 * import { type ContextOf, type Resource, trestle } from "trestle";
 * import { z } from "zod";
 *
 * const t = trestle();
 * const declared = t.resource("articles", { id: z.int(), attributes: { title: z.string() } });
 * export interface Articles extends ContextOf<typeof declared> {}
 * export const articles: Resource<Articles> = declared;
 * ```
 */
// biome-ignore lint/suspicious/noExplicitAny: any resource
export type ContextOf<R extends Resource<any>> = R extends Resource<infer S> ? S : never;

/** The schema of a related id in a filter. Handlers get the declared type; clients may also send a string. */
export type RefSchema<TId> = z.ZodType<TId, TId | string>;
