import type { ActionKind } from "./operation-info.js";
import type { ActionRecord, ActionsOf, EndpointsOfActions } from "./action-endpoint.js";
import type { Endpoint } from "./endpoint.js";
import type { AnyDefinition } from "./definition.js";
import type { PlainItem } from "./row.js";

/** The registered operations of one resource, as the type of the router keeps them. */
export interface Routes<
  TName extends string,
  TDefinition extends AnyDefinition,
  TEndpoint extends Endpoint,
  TAffects extends string = never,
  TActions = {},
  TKind extends ActionKind = never,
> {
  readonly "~name": TName;
  readonly "~definition": TDefinition;
  readonly "~endpoints": { readonly [E in TEndpoint as E["method"]]: E };
  readonly "~endpoint": TEndpoint;
  readonly "~paths": TEndpoint["~paths"];
  readonly "~affects": TAffects;
  readonly "~actions": TActions;
  readonly "~methods": Readonly<Record<MethodName<TEndpoint["method"]> | TKind, unknown>>;
  readonly "~item": PlainItem<
    { type: TName; id: string } & TDefinition["~values"] & TDefinition["~identifiers"],
    "type" | "id" | TDefinition["~alwaysSeen"]
  >;
}

/** The result of a handler of `getRelated`, with the type of the related resources. */
export interface Related<out TTarget, out TRelationship, out TResult> {
  readonly target: TTarget;
  readonly relationship: TRelationship;
  readonly result: TResult;
}

/**
 * The result of `resource.routes(…)`, to which actions can be added.
 */
export interface ResourceRoutes<
  TName extends string,
  TDefinition extends AnyDefinition,
  TEndpoint extends Endpoint,
  TAffects extends string,
  TRelated,
  TAllowed,
> extends Registered<Routes<TName, TDefinition, TEndpoint, TAffects>, TRelated, TAllowed> {
  /**
   * Registers commands, queries and streams. The name of each is its key: `.actions({ merge, close })`.
   *
   * @returns The operations with these actions. `t.router` throws if a name could be an id, or is the name of a relationship.
   */
  actions<A extends ActionRecord>(
    actions: ActionsOf<A, TName>,
  ): Registered<
    Routes<
      TName,
      TDefinition,
      TEndpoint,
      TAffects | A[keyof A]["~affects"],
      EndpointsOfActions<A>,
      A[keyof A]["~kind"]
    >,
    TRelated,
    TAllowed
  >;
}

/**
 * What a router takes for a resource. The router checks that handlers of `getRelated` return rows of the related resource
 * (`~related` against `~allowed`); its type keeps only the routes.
 */
export interface Registered<TRoutes, TRelated, TAllowed> {
  readonly "~routes": TRoutes;
  readonly "~related": TRelated;
  readonly "~allowed": TAllowed;
}

export interface RegisteredRecord {
  readonly [name: string]: Registered<AnyRoutes, unknown, unknown>;
}

/** The methods of a client. `MethodName<"list" | "related">` is `"list" | "find" | "related" | "more" | "relationship"`. */
type MethodName<TMethod extends Endpoint["method"]> =
  | TMethod
  | ("list" extends TMethod ? "find" : never)
  | ("related" extends TMethod ? "more" | "relationship" : never);

/** Any {@link Routes}. Some members are `any`, because comparing them costs instantiations: see docs/evidence/type-cost.md */
export interface AnyRoutes {
  readonly "~name": string;
  // biome-ignore lint/suspicious/noExplicitAny: a definition, see above
  readonly "~definition": any;
  // biome-ignore lint/suspicious/noExplicitAny: a record of endpoints by method, see above
  readonly "~endpoints": any;
  // biome-ignore lint/suspicious/noExplicitAny: a union of endpoints, see above
  readonly "~endpoint": any;
  readonly "~paths": string;
  readonly "~affects": string;
  // biome-ignore lint/suspicious/noExplicitAny: a record of actions by name, see above
  readonly "~actions": any;
  readonly "~methods": object;
  // biome-ignore lint/suspicious/noExplicitAny: an item, see above
  readonly "~item": any;
}

export interface RoutesRecord {
  readonly [name: string]: AnyRoutes;
}

/** A router's option `atomic`, and whether its requests have an `Idempotency-Key`. */
export type AtomicKind = "atomic" | "atomic:optional" | "atomic:required";

/**
 * The members of a client, and what each is: a resource, the API's own actions of one kind, or `atomic`. The client's type reads it, so
 * that `client[name]` can be resolved in a generic function.
 */
export interface Members {
  readonly [name: string]: "resource" | AtomicKind | ActionKind;
}

/**
 * The type of a router, for the interface that a client is made from. Export the interface, not an alias: its name is what
 * hovers and messages print, and declarations refer to it. An alias is expanded there, with every schema of the API.
 *
 * @example
 * ```ts
 * import { type ApiOf, trestle } from "trestle";
 * import { z } from "zod";
 *
 * const t = trestle();
 * const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string() } });
 * export const api = t.router({ notes: notes.routes(notes.getMany(() => [{ id: 1, text: "Hello" }])) });
 *
 * export interface Api extends ApiOf<typeof api> {}
 * ```
 */
export type ApiOf<TRouter extends AnyApi> = TRouter;

/** The part of a router that `createClient<Api>` reads: its resources by type name. */
export interface AnyApi {
  readonly "~routes": RoutesRecord;
  /** The actions of the API itself. */
  // biome-ignore lint/suspicious/noExplicitAny: a record of actions by name; comparing it costs instantiations
  readonly "~actions": any;
  readonly "~members": Members;
}

/** Compares two unions as wholes: `Invariant<A> extends Invariant<B>`. A tuple costs more: see docs/evidence/type-cost.md */
export interface Invariant<out T> {
  readonly whole: T;
}
