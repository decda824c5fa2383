import type { AnyApi } from "../../define/types/routes.js";
import type { CallOptions } from "../send/options.js";
import type { EndpointsOf, IdInput, Member, OfRelationship, RelatedName, RelationshipsOf, TypeName } from "./access.js";
import type { DeclaredFailure, EngineFailure } from "./failure.js";
import type { LazyRead } from "./lazy-read.js";
import type { Write, VersionFailure, WriteTarget, RelatedInput } from "./write.js";

export type RegisteredRelationship<TApi extends AnyApi, TName extends TypeName<TApi>> = Member<
  EndpointsOf<TApi, TName>,
  "relationship"
>;

/** The relationships that have registered operations at `/relationship/…`. */
export type RegisteredName<TApi extends AnyApi, TName extends TypeName<TApi>> =
  RegisteredRelationship<TApi, TName> extends { readonly relationship: infer TRelationship extends string }
    ? TRelationship
    : never;

export interface RelationshipMethod<TApi extends AnyApi, TName extends TypeName<TApi>> {
  /** The registered operations on the ids in a relationship. */
  <const TRelationship extends RelatedName<TApi, TName> | RegisteredName<TApi, TName>>(
    target: IdInput<TApi, TName> | WriteTarget<TApi, TName>,
    relationship: TRelationship,
  ): RelationshipClient<TApi, TName, TRelationship>;
}

/** The registered operations on one relationship. */
export type RelationshipClient<TApi extends AnyApi, TName extends TypeName<TApi>, TRelationship extends string> = {
  readonly [K in Action<TApi, TName, TRelationship>]: RelationshipMethods<TApi, TName, TRelationship>[K];
};

/** The registered methods, such as `"get" | "set"`. `get` exists if the related resources can be read. */
type Action<TApi extends AnyApi, TName extends TypeName<TApi>, TRelationship extends string> =
  | (TRelationship extends RelatedName<TApi, TName> ? "get" : never)
  | ActionOf<OfRelationship<RegisteredRelationship<TApi, TName>, TRelationship>>;

export type ActionOf<TEndpoint> = TEndpoint extends {
  readonly action: infer TAction extends keyof RelationshipMethods<AnyApi, string, string>;
}
  ? TAction
  : never;

export interface RelationshipMethods<TApi extends AnyApi, TName extends TypeName<TApi>, TRelationship extends string> {
  /** Reads the identifiers of the related resources. Lazy. */
  get(
    options?: CallOptions,
  ): LazyRead<
    Linkage<RelationshipsOf<TApi, TName>[TRelationship]>,
    | EngineFailure["read"]
    | DeclaredFailure<OfRelationship<Member<EndpointsOf<TApi, TName>, "related">, TRelationship>>
    | DeclaredFailure<RelationshipEndpointFor<TApi, TName, TRelationship, "get">>
  >;
  /** Replaces the related resource of a to-one. Sent at once. */
  readonly set: ChangeMethod<TApi, TName, TRelationship, "set">;
  /** Adds to a to-many. Sent at once. */
  readonly add: ChangeMethod<TApi, TName, TRelationship, "add">;
  /** Removes from a to-many. Sent at once. */
  readonly remove: ChangeMethod<TApi, TName, TRelationship, "remove">;
  /** Replaces all of a to-many. Sent at once. */
  readonly reset: ChangeMethod<TApi, TName, TRelationship, "reset">;
}

export interface ChangeMethod<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  TRelationship extends string,
  TAction extends string,
> {
  (
    related: RelatedInput<RelationshipsOf<TApi, TName>[TRelationship]>,
    options?: CallOptions,
  ): Write<
    void,
    | EngineFailure["relationship"]
    | DeclaredFailure<RelationshipEndpointFor<TApi, TName, TRelationship, TAction>>
    | VersionFailure<TApi, TName>
  >;
}

export type RelationshipEndpointFor<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  TRelationship extends string,
  TAction extends string,
> = Extract<OfRelationship<RegisteredRelationship<TApi, TName>, TRelationship>, { readonly action: TAction }>;

type Linkage<TRelationship extends { readonly "~identifier": unknown; readonly "~absent": unknown }> =
  | TRelationship["~identifier"]
  | ([TRelationship["~absent"]] extends [never] ? never : null);
