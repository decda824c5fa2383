import type { ClientInput, ClientCreateInput, ClientEditInput, SendableId } from "./client-input.js";
import type { Schema, Shape } from "./endpoint.js";
import type * as row from "./row.js";
import type { HandlerResults, AnyHandlerResults } from "./handler-result.js";
import type { RelationshipShape } from "./relationship-shape.js";
import type { NotAllowed, OnlyKnown } from "./not-allowed.js";

/**
 * The declaration of a resource as one interface. TypeScript prints its name, and computes a member only when something reads it.
 *
 * `TCreate`, `TEdit`, `TWriteOnly` and `TVisible` are the unions of the names in `createFields`, `editFields`,
 * `writeOnly` and `visible`. `TVersion` is the option `version`.
 */
export interface Definition<
  in out TId extends Schema,
  in out TAttributes extends Shape,
  in out TRelationships extends RelationshipShape,
  in out TCreate extends PropertyKey,
  in out TEdit extends PropertyKey,
  in out TWriteOnly extends PropertyKey,
  in out TVisible extends string = never,
  in out TVersion = never,
> {
  readonly id: TId;
  readonly attributes: TAttributes;
  readonly relationships: TRelationships;
  readonly "~writeOnly": TWriteOnly;
  readonly "~visible": TVisible;
  readonly "~version": TVersion;
  readonly "~expected": ExpectedVersion<TAttributes, TVersion>;
  readonly "~unguarded": UnguardedId<this["~sentId"], TVersion>;
  readonly "~versioned": VersionedItem<TAttributes, TVersion>;
  readonly "~id": TId["_zod"]["output"];
  readonly "~sentId": SendableId<TId["_zod"]["input"]>;
  readonly "~links": TRelationships[keyof TRelationships]["~link"];
  readonly "~relationship": keyof TRelationships & string;
  readonly "~toOne": ToOneName<TRelationships, keyof TRelationships & string>;
  readonly "~toMany": ToManyName<TRelationships, keyof TRelationships & string>;
  readonly "~fieldName": FieldNames<TAttributes, TRelationships, TWriteOnly>;
  readonly "~values": row.AttributeValues<row.ReadableFields<TAttributes, TWriteOnly>>;
  readonly "~related": row.RelationshipValues<row.ReadableFields<TRelationships, TWriteOnly>>;
  readonly "~identifiers": row.IdentifierValues<
    TRelationships,
    Without<row.IdentifierName<TRelationships, keyof TRelationships>, TWriteOnly>
  >;
  readonly "~alwaysSeen": Without<row.RequiredName<this["~values"]> | row.RequiredName<this["~identifiers"]>, TVisible>;
  readonly "~results": HandlerResults<row.ResourceRow<TId, this["~values"], this["~related"]>>;
  readonly "~inputs": row.Inputs<TId, TAttributes, TRelationships>;
  readonly "~handlerInputs": row.HandlerInputs<
    this["~inputs"],
    TCreate & keyof this["~inputs"],
    TEdit & keyof this["~inputs"],
    TCreate
  >;
  readonly "~createInput": this["~handlerInputs"]["create"];
  readonly "~editInput": this["~handlerInputs"]["edit"];
  readonly "~sentToCreate": ClientCreateInput<ClientInput<TId, TAttributes, TRelationships>, TCreate>;
  readonly "~sentToEdit": ClientEditInput<ClientInput<TId, TAttributes, TRelationships>, TEdit>;
}

export interface AnyDefinition {
  readonly id: Schema;
  readonly attributes: Shape;
  readonly relationships: RelationshipShape;
  readonly "~writeOnly": PropertyKey;
  readonly "~visible": string;
  readonly "~id": unknown;
  readonly "~links": unknown;
  readonly "~relationship": string;
  readonly "~toOne": string;
  readonly "~toMany": string;
  readonly "~fieldName": string;
  readonly "~values": row.Fields;
  readonly "~identifiers": row.Fields;
  readonly "~alwaysSeen": PropertyKey;
  readonly "~results": AnyHandlerResults;
  readonly "~createInput": unknown;
  readonly "~editInput": unknown;
  readonly "~sentToCreate": unknown;
  readonly "~sentToEdit": unknown;
}

/** `Without<"a" | "b", "b">` is `"a"`. */
type Without<TName, TOthers> = [TOthers] extends [never] ? TName : Exclude<TName, TOthers>;

/** The names of the to-one relationships. */
type ToOneName<R extends RelationshipShape, TName extends keyof R & string> = TName extends unknown
  ? R[TName]["many"] extends false
    ? TName
    : never
  : never;

/** The names of the to-many relationships. */
type ToManyName<R extends RelationshipShape, TName extends keyof R & string> = TName extends unknown
  ? R[TName]["many"] extends false
    ? never
    : TName
  : never;

/** The names of the fields that are not writeOnly. */
type FieldNames<TAttributes, TRelationships, TWriteOnly> = [TWriteOnly] extends [never]
  ? (keyof TAttributes | keyof TRelationships) & string
  : Exclude<keyof TAttributes | keyof TRelationships, TWriteOnly> & string;

/** The option `version` of a resource. */
export type VersionOption<TName> = TName | { readonly field: TName; readonly required?: boolean };

/** `VersionField<{ field: "version" }>` is `"version"`. */
export type VersionField<V> = V extends { readonly field: infer TField } ? TField : V;

/** The version that a client states; undefined if it states none. Always undefined for a resource without versions. */
export type ExpectedVersion<A extends Shape, V> = [V] extends [never]
  ? undefined
  : A[VersionField<V> & keyof A]["_zod"]["output"] | undefined;

/** The id by which a client may change a resource without its version: never where the version is required. */
export type UnguardedId<TSentId, V> = [V] extends [never]
  ? TSentId
  : V extends { readonly required: true }
    ? never
    : TSentId;

/** The field that an item must have for a guarded change: `{ version: number }`. Never for a resource without versions. */
export type VersionedItem<A extends Shape, V> = [V] extends [never]
  ? never
  : { readonly [K in VersionField<V> & keyof A]: A[K]["_zod"]["output"] };

/**
 * A version must be an integer or a date, and only the server may set it. An unknown name is reported by the bound of `V`: then `V`
 * is the bound itself.
 */
export type VersionProblem<A extends Shape, V, TWritable> = [V] extends [never]
  ? unknown
  : VersionOption<keyof A> extends V
    ? unknown
    : A[VersionField<V> & keyof A]["_zod"]["output"] extends number | Date
      ? [TWritable & (VersionField<V> | `${VersionField<V> & string}?`)] extends [never]
        ? OnlyKnown<V, "field" | "required", "version">
        : NotAllowed<`clients must not set or hide the version "${VersionField<V> & string}". Remove it from createFields, editFields, writeOnly and visible.`>
      : NotAllowed<`the version "${VersionField<V> & string}" must be z.int() or z.date(), never null.`>;
