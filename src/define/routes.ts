import type { AnyDefinition, ResourceSpec } from "./definition.js";
import type { Endpoint } from "./endpoint.js";
import type { OperationSpec } from "./operation-spec.js";

/** The registered operations of one resource, as `resource.routes(…)` gives them to the router. */
export interface Routes<
  TName extends string,
  TDefinition,
  TEndpoint extends Endpoint,
  TAffects extends string = never,
> {
  readonly "~name": TName;
  readonly "~definition": TDefinition;
  readonly "~endpoints": { readonly [E in TEndpoint as E["method"]]: E };
  readonly "~paths": TEndpoint["~paths"];
  readonly "~affects": TAffects;
}

export interface AnyRoutes {
  readonly "~name": string;
  readonly "~definition": AnyDefinition;
  // biome-ignore lint/suspicious/noExplicitAny: a record of endpoints by method; anything narrower is compared member by member, for each resource
  readonly "~endpoints": any;
  readonly "~paths": string;
  readonly "~affects": string;
}

export interface RoutesRecord {
  readonly [name: string]: AnyRoutes;
}

/** What `createClient<Api>` reads of a router: its resources by type name. */
export interface AnyApi {
  readonly "~routes": RoutesRecord;
}

/** The value behind `Routes`. */
export class RoutesSpec {
  constructor(
    readonly resource: ResourceSpec,
    readonly operations: readonly OperationSpec[],
  ) {}
}
