import type { Endpoint } from "./endpoint.js";
import type { AnyDefinition } from "./resource-type.js";
import type { PlainItem } from "./visible-fields.js";

/** The registered operations of one resource, as the router keeps them. */
export interface Routes<
  TName extends string,
  TDefinition extends AnyDefinition,
  TEndpoint extends Endpoint,
  TAffects extends string = never,
> {
  readonly "~name": TName;
  readonly "~definition": TDefinition;
  readonly "~endpoints": { readonly [E in TEndpoint as E["method"]]: E };
  readonly "~endpoint": TEndpoint;
  readonly "~paths": TEndpoint["~paths"];
  readonly "~affects": TAffects;
  readonly "~method": MethodName<TEndpoint["method"]>;
  readonly "~item": PlainItem<
    { type: TName; id: string } & TDefinition["~values"] & TDefinition["~identifiers"],
    "type" | "id" | TDefinition["~alwaysSeen"]
  >;
}

/** What a handler of `getRelated` returns, or may return, with the type of the related resources. */
export interface Related<out TTarget, out TRelationship, out TAnswer> {
  readonly target: TTarget;
  readonly relationship: TRelationship;
  readonly answer: TAnswer;
}

/**
 * What `resource.routes(…)` returns. The router's type keeps only the routes. It compares what handlers of `getRelated`
 * return with what is allowed for the related resource, because a relationship only names its target.
 */
export interface Registered<TRoutes, TRelated, TAllowed> {
  readonly "~routes": TRoutes;
  readonly "~related": TRelated;
  readonly "~allowed": TAllowed;
}

export interface RegisteredRecord {
  readonly [name: string]: Registered<AnyRoutes, unknown, unknown>;
}

/** The methods of a client: with a list comes `find`, with related resources the relationship to them. */
type MethodName<TMethod extends Endpoint["method"]> =
  | TMethod
  | ("list" extends TMethod ? "find" : never)
  | ("related" extends TMethod ? "relationship" : never);

/** The members that are `any` would otherwise be worked out and compared, for each resource of a router. */
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
  readonly "~method": Endpoint["method"] | "find";
  // biome-ignore lint/suspicious/noExplicitAny: an identifier and what else an item has, see above
  readonly "~item": any;
}

export interface RoutesRecord {
  readonly [name: string]: AnyRoutes;
}

/** What `createClient<Api>` reads of a router: its resources by type name. */
export interface AnyApi {
  readonly "~routes": RoutesRecord;
}
