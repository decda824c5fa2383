import type { NotAllowed } from "../../define/types/not-allowed.js";
import type { Relationship, RelationshipShape } from "../../define/types/relationship-shape.js";
import type { AnyApi } from "../../define/types/routes.js";
import type { KeyUsage } from "../../define/types/endpoint.js";
import type { CallOptions } from "../send/options.js";
import type { KeyedOptions, VersionFailure, WriteTarget, Write, Changes } from "./write.js";
import type {
  DefinitionOf,
  EndpointsOf,
  OfRelationship,
  RegisteredMethods,
  RelationshipsOf,
  TypeName,
} from "./access.js";
import type { DeclaredFailure, EngineFailure, KeyFailure } from "./failure.js";
import type { Item } from "./item.js";
import type { ActionOf, RegisteredName, RelationshipEndpointFor, RegisteredRelationship } from "./relationship.js";
import type { Unexpected } from "../errors/response-error.js";

declare const planned: unique symbol;

/**
 * A resource that a batch creates or changes. In the other operations of the batch it stands for the resource: in relationships, and
 * in place of its id. If the callback returns it, the batch returns the resource.
 */
export interface Planned<TName extends string> {
  readonly type: TName;
  readonly [planned]: "resource";
}

/** A planned operation without a result, such as a delete. */
export interface PlannedChange {
  readonly [planned]: "change";
}

/** What a planned operation results in. Its members are resolved only if the callback returns the operation. */
interface Outcome {
  readonly "~result": unknown;
  readonly "~failure": unknown;
}

export interface PlannedWrite<TApi extends AnyApi, TName extends TypeName<TApi>, TMethod extends "create" | "update">
  extends Planned<TName> {
  readonly "~result": Item<TApi, TName>;
  readonly "~failure":
    | DeclaredFailure<EndpointsOf<TApi, TName>[TMethod]>
    | (TMethod extends "update" ? VersionFailure<TApi, TName> : never);
}

export interface PlannedDelete<TApi extends AnyApi, TName extends TypeName<TApi>> extends PlannedChange {
  readonly "~result": undefined;
  readonly "~failure": DeclaredFailure<EndpointsOf<TApi, TName>["delete"]> | VersionFailure<TApi, TName>;
}

export interface PlannedRelink<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  TRelationship extends string,
  TAction extends string,
> extends PlannedChange {
  readonly "~result": undefined;
  readonly "~failure":
    | DeclaredFailure<RelationshipEndpointFor<TApi, TName, TRelationship, TAction>>
    | VersionFailure<TApi, TName>;
}

/** The argument of a batch's callback: the registered writes of every resource. A call plans an operation, and sends nothing. */
export type Batch<TApi extends AnyApi> = {
  readonly [N in TypeName<TApi>]: RegisteredMethods<BatchMethods<TApi, N>, keyof TApi["~routes"][N]["~methods"]>;
};

export interface BatchMethods<TApi extends AnyApi, TName extends TypeName<TApi>> {
  /** Plans to create a resource. */
  create(
    input: WithPlanned<CreateFields<TApi, TName>, RelationshipsOf<TApi, TName>>,
  ): PlannedWrite<TApi, TName, "create">;
  /** Plans to update a resource. With the item in place of the id, the batch fails with a 412 if somebody else changed the item. */
  update(
    target: WriteTarget<TApi, TName> | Planned<TName>,
    input: WithPlanned<EditFields<TApi, TName>, RelationshipsOf<TApi, TName>> & Changes,
  ): PlannedWrite<TApi, TName, "update">;
  /** Plans to delete a resource. With the item in place of the id, the batch fails with a 412 if somebody else changed the item. */
  delete(target: WriteTarget<TApi, TName> | Planned<TName>): PlannedDelete<TApi, TName>;
  /** The registered changes of a relationship. */
  relationship<const TRelationship extends RegisteredName<TApi, TName>>(
    target: WriteTarget<TApi, TName> | Planned<TName>,
    relationship: TRelationship,
  ): BatchRelationship<TApi, TName, TRelationship>;
}

type CreateFields<TApi extends AnyApi, TName extends TypeName<TApi>> = DefinitionOf<TApi, TName>["~sentToCreate"];
type EditFields<TApi extends AnyApi, TName extends TypeName<TApi>> = DefinitionOf<TApi, TName>["~sentToEdit"];

/** The fields of a create or an update. A relationship may also be planned. */
type WithPlanned<TFields, TRelationships extends RelationshipShape> = {
  readonly [K in keyof TFields]: K extends keyof TRelationships
    ? TFields[K] | PlannedIn<TRelationships[K]>
    : TFields[K];
} & {};

/** `Planned<"users">` for a to-one. For a to-many, a list that may also contain ids. */
type PlannedIn<R extends Relationship> = R["many"] extends true
  ? readonly (ElementOf<R["~sent"]> | Planned<R["target"]>)[]
  : Planned<R["target"]>;

type ElementOf<TList> = TList extends readonly (infer TElement)[] ? TElement : never;

type BatchRelationship<TApi extends AnyApi, TName extends TypeName<TApi>, TRelationship extends string> = {
  readonly [K in Exclude<ActionOf<OfRelationship<RegisteredRelationship<TApi, TName>, TRelationship>>, "get">]: Relink<
    TApi,
    TName,
    TRelationship,
    K
  >;
};

interface Relink<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  TRelationship extends string,
  TAction extends string,
> {
  (
    related:
      | RelationshipsOf<TApi, TName>[TRelationship]["~sent"]
      | PlannedIn<RelationshipsOf<TApi, TName>[TRelationship]>,
  ): PlannedRelink<TApi, TName, TRelationship, TAction>;
}

/** The options of a batch. */
export interface BatchCallOptions extends CallOptions {
  /** Milliseconds that the whole response may take, in place of the client's `timeout`. */
  readonly timeout?: number | undefined;
}

/** Sends several changes as one request. */
export interface AtomicMethod<TApi extends AnyApi, TKey extends KeyUsage> {
  /**
   * Sends what the callback plans as one request, which succeeds or fails as a whole. Sent at once. Operations that the callback does
   * not return are sent too. A batch without operations succeeds without a request.
   *
   * @param plan Plans the operations. It must be synchronous.
   * @returns What the callback returns, with the resource in place of each planned one.
   *
   * @example
   * ```ts
   * const [first, second] = await client.atomic((tx) => [
   *   tx.articles.create({ title: "The harbour, by day", content: "…", author: 7, categories: [2] }),
   *   tx.articles.update(2, { title: "The harbour, by night" }),
   * ]);
   * ```
   */
  <const T>(
    plan: (tx: Batch<TApi>) => T & Synchronous<T>,
    ...options: KeyedOptions<BatchCallOptions>[TKey]
  ): AtomicWrite<T, TKey>;
}

/** Refuses the promise that an async callback returns. */
export type Synchronous<T> =
  T extends PromiseLike<unknown>
    ? NotAllowed<"the callback of a batch must not be async. Read what it needs before.">
    : unknown;

/** A batch that was sent. TypeScript resolves its failures only for calls of `safe`. */
export interface AtomicWrite<T, TKey extends KeyUsage> extends Promise<AtomicResult<T>> {
  /** Returns `{ data }` or `{ error }`, and never rejects. */
  safe: Write<AtomicResult<T>, AtomicFailure<T, TKey>>["safe"];
}

/** What a callback returned, with the resource in place of each planned one: in lists and objects at any depth. */
export type AtomicResult<T> = unknown extends T
  ? T // also `any`, whose members have no end
  : T extends Outcome
    ? T["~result"]
    : T extends readonly unknown[] | { readonly [name: string]: unknown }
      ? { -readonly [K in keyof T]: AtomicResult<T[K]> }
      : T;

/**
 * The errors of a batch: Trestle's own for any write, and those that the returned operations declare. `operation` is the place of the
 * operation that failed, from 0, or undefined if the whole batch failed.
 */
export type AtomicFailure<T, TKey extends KeyUsage> = (
  | Unexpected
  | EngineFailure["create" | "update" | "relationship" | "atomic"]
  | KeyFailure[TKey]
  | FailureIn<T>
) & { readonly operation: number | undefined };

type FailureIn<T> = unknown extends T
  ? never
  : T extends Outcome
    ? T["~failure"]
    : T extends readonly unknown[] | { readonly [name: string]: unknown }
      ? FailureIn<T[keyof T & (T extends readonly unknown[] ? number : string)]>
      : never;
