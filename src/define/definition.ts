import type { z } from "zod";
import type { Schema, Shape } from "./endpoint.js";
import type { IdKind } from "./id.js";
import type { Relationship, RelationshipSpec } from "./relationship.js";
import type { IsVisible } from "./visible.js";

/**
 * The whole declaration of a resource as one named interface: short to print, compared by its
 * arguments, its members resolved only when asked for.
 *
 * `TCreate`, `TEdit`, `TWriteOnly` and `TVisible` are the unions of the names in `createFields`, `editFields`,
 * `writeOnly` and `visible`.
 */
export interface Definition<
  TId extends Schema,
  TAttributes extends Shape,
  TRelationships,
  TCreate extends string,
  TEdit extends string,
  TWriteOnly extends string,
  TVisible extends string = never,
> {
  readonly id: TId;
  readonly attributes: TAttributes;
  readonly relationships: TRelationships;
  readonly "~create": TCreate;
  readonly "~edit": TEdit;
  readonly "~writeOnly": TWriteOnly;
  readonly "~visible": TVisible;
}

export interface AnyDefinition {
  readonly id: Schema;
  readonly attributes: Shape;
  readonly relationships: RelationshipShape;
  readonly "~create": string;
  readonly "~edit": string;
  readonly "~writeOnly": string;
  readonly "~visible": string;
}

export interface RelationshipShape {
  readonly [name: string]: Relationship;
}

export type IdOf<D extends AnyDefinition> = D["id"]["_zod"]["output"];
export type FieldName<D extends AnyDefinition> = (keyof D["attributes"] | keyof D["relationships"]) & string;
export type RelationshipName<D extends AnyDefinition> = keyof D["relationships"] & string;

/** A declared resource as the engine reads it: maps, because a field may be called `constructor`. */
export interface ResourceSpec {
  readonly type: string;
  readonly id: z.ZodType;
  readonly idKind: IdKind;
  readonly attributes: ReadonlyMap<string, z.ZodType>;
  readonly relationships: ReadonlyMap<string, RelationshipSpec>;
  readonly createFields: ReadonlySet<string>;
  readonly editFields: ReadonlySet<string>;
  readonly writeOnly: ReadonlySet<string>;
  /** Fields that some may not know of. */
  readonly visible: ReadonlyMap<string, IsVisible<object>>;
}
