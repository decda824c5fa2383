import type { DeclaredError } from "../errors.js";
import type { Guarded, Including, RpcBounds } from "./options.js";
import type { Definition } from "./definition.js";
import type { RelationshipShape } from "./relationship-shape.js";
import type { Schema, Shape } from "./endpoint.js";
import type { OfRows } from "./action-options.js";

/** What actions read of a resource, or of the API. */
export interface ApiContext<in out TBase, in out TContext, in out TError extends DeclaredError> {
  readonly "~base": TBase;
  readonly "~context": TContext;
  readonly "~error": TError;
  readonly "~name": "";
  readonly "~id": never;
  readonly "~guarded": Guarded<TBase>;
}

/** Any {@link ApiContext}, or the context of a resource. */
export type AnyApiContext = {
  // biome-ignore lint/suspicious/noExplicitAny: only members are read
  readonly [K in keyof ApiContext<any, any, any>]: any;
};

/** The requested fields by type; a type that is absent was requested with all fields. Only the resource's own field names are typed. */
type FieldSets<N extends string, A extends Shape, R extends RelationshipShape> = {
  readonly [K in N | R[keyof R]["target"]]?: ReadonlySet<K extends N ? (keyof A | keyof R) & string : string>;
} & {};

/**
 * A resource in its API. Operations take it as their one type argument, and read from it every type that does not depend on
 * their options: see docs/evidence/type-cost.md
 */
export interface ResourceContext<
  in out N extends string,
  in out TBase,
  in out TContext,
  in out TError extends DeclaredError,
  in out TId extends Schema,
  in out TAttributes extends Shape,
  in out TRelationships extends RelationshipShape,
  in out TCreate extends PropertyKey,
  in out TEdit extends PropertyKey,
  in out TWriteOnly extends PropertyKey,
  in out TVisible extends string,
  in out TVersion,
> extends Definition<TId, TAttributes, TRelationships, TCreate, TEdit, TWriteOnly, TVisible, TVersion> {
  readonly "~base": TBase;
  readonly "~context": TContext;
  readonly "~error": TError;
  readonly "~name": N;
  readonly "~definition": Definition<TId, TAttributes, TRelationships, TCreate, TEdit, TWriteOnly, TVisible, TVersion>;
  readonly "~fields": FieldSets<N, TAttributes, TRelationships>;
  readonly "~guarded": Guarded<TBase>;
  readonly "~including": Including<TBase, keyof TRelationships & string>;
  readonly "~rpcs": RpcBounds<keyof TRelationships & string>;
  readonly "~returned": OfRows<keyof TRelationships & string>;
}

/** Any {@link ResourceContext}. */
export type AnyResourceContext = {
  // biome-ignore lint/suspicious/noExplicitAny: only members are read
  readonly [K in keyof ResourceContext<any, any, any, any, any, any, any, any, any, any, any, any>]: any;
};
