import type { Definition } from "./resource-type.js";
import type { RelationshipShape } from "./relationship-shape.js";
import type { Schema, Shape } from "./endpoint.js";
import type { DeclaredError } from "../errors.js";
import type { Guarded, Including, RpcBounds } from "./options.js";

/** Sparse fieldsets by type: the resource's own names exactly, others as strings. Absent: every field. */
type FieldSets<N extends string, A extends Shape, R extends RelationshipShape> = {
  readonly [K in N | R[keyof R]["target"]]?: ReadonlySet<K extends N ? (keyof A | keyof R) & string : string>;
};

/**
 * A resource in its API, as the types of its operations know it: one argument in place of three, and the place where
 * what does not depend on an operation's options is worked out once for all of them. It extends the resource's
 * definition, since an argument is gone through wherever it is passed on.
 */
export interface ResourceContext<
  in out TBase,
  in out TContext,
  in out TError extends DeclaredError,
  in out N extends string,
  in out TId extends Schema,
  in out TAttributes extends Shape,
  in out TRelationships extends RelationshipShape,
  in out TCreate extends PropertyKey,
  in out TEdit extends PropertyKey,
  in out TWriteOnly extends PropertyKey,
  in out TVisible extends string,
> extends Definition<TId, TAttributes, TRelationships, TCreate, TEdit, TWriteOnly, TVisible> {
  readonly "~base": TBase;
  readonly "~context": TContext;
  readonly "~error": TError;
  readonly "~name": N;
  readonly "~definition": Definition<TId, TAttributes, TRelationships, TCreate, TEdit, TWriteOnly, TVisible>;
  readonly "~fields": FieldSets<N, TAttributes, TRelationships>;
  readonly "~guarded": Guarded<TBase>;
  readonly "~including": Including<TBase, keyof TRelationships & string>;
  readonly "~rpcs": RpcBounds<keyof TRelationships & string>;
}

/** Every subject, whatever it is made of. */
export type AnyResourceContext = {
  // biome-ignore lint/suspicious/noExplicitAny: only members are read
  readonly [K in keyof ResourceContext<any, any, any, any, any, any, any, any, any, any, any>]: any;
};
