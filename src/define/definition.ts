import type { z } from "zod";
import type { AnyAnswers, Answers } from "./answers.js";
import type { Schema, Shape } from "./endpoint.js";
import type { IdKind } from "./id.js";
import type { Identifiers } from "./item.js";
import type { Relationship, RelationshipSpec } from "./relationship.js";
import type { CreateInput, EditInput, Inputs, Row, Values } from "./row.js";
import type { IsVisible } from "./visible.js";

/**
 * The whole declaration of a resource as one named interface: short to print, compared by its
 * arguments, its members resolved only when asked for.
 *
 * `TCreate`, `TEdit`, `TWriteOnly` and `TVisible` are the unions of the names in `createFields`, `editFields`,
 * `writeOnly` and `visible`.
 */
export interface Definition<
  in out TId extends Schema,
  in out TAttributes extends Shape,
  in out TRelationships extends RelationshipShape,
  in out TCreate extends string,
  in out TEdit extends string,
  in out TWriteOnly extends string,
  in out TVisible extends string = never,
> {
  readonly id: TId;
  readonly attributes: TAttributes;
  readonly relationships: TRelationships;
  readonly "~create": TCreate;
  readonly "~edit": TEdit;
  readonly "~writeOnly": TWriteOnly;
  readonly "~visible": TVisible;
  readonly "~id": TId["_zod"]["output"];
  readonly "~links": TRelationships[keyof TRelationships]["~link"];
  readonly "~path": (keyof TRelationships & string) | `${keyof TRelationships & string}__${string}`;
  readonly "~fieldName": FieldNames<TAttributes, TRelationships, TWriteOnly>;
  readonly "~values": Values<TAttributes, TWriteOnly>;
  readonly "~identifiers": Identifiers<TRelationships, TWriteOnly>;
  readonly "~answers": Answers<Row<TId, Values<TAttributes, TWriteOnly>, TRelationships, TWriteOnly>>;
  readonly "~createInput": CreateInput<Inputs<TId, TAttributes, TRelationships>, TCreate>;
  readonly "~editInput": EditInput<Inputs<TId, TAttributes, TRelationships>, TEdit>;
}

export interface AnyDefinition {
  readonly id: Schema;
  readonly attributes: Shape;
  readonly relationships: RelationshipShape;
  readonly "~create": string;
  readonly "~edit": string;
  readonly "~writeOnly": string;
  readonly "~visible": string;
  readonly "~id": unknown;
  readonly "~links": unknown;
  readonly "~path": string;
  readonly "~fieldName": string;
  readonly "~values": unknown;
  readonly "~identifiers": unknown;
  readonly "~answers": AnyAnswers;
  readonly "~createInput": unknown;
  readonly "~editInput": unknown;
}

export interface RelationshipShape {
  readonly [name: string]: Relationship;
}

export type FieldName<D extends AnyDefinition> = (keyof D["attributes"] | keyof D["relationships"]) & string;
export type RelationshipName<D extends AnyDefinition> = keyof D["relationships"] & string;

/** The names of the fields that can be read. */
type FieldNames<TAttributes, TRelationships, TWriteOnly> = [TWriteOnly] extends [never]
  ? (keyof TAttributes | keyof TRelationships) & string
  : Exclude<keyof TAttributes | keyof TRelationships, TWriteOnly> & string;

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
