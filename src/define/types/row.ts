import type { RelationshipShape } from "./relationship-shape.js";
import type { Schema, Shape } from "./endpoint.js";
import type { Fields, Flat, Marked, RequiredName } from "./fields.js";
import type { UNSET } from "../unset.js";

/** Merges an intersection: `Flatten<{ a: 1 } & { b: 2 }>` is `{ a: 1; b: 2 }`. `& {}` drops the alias, so messages and hovers print the members. */
export type Flatten<T> = { [K in keyof T]: T[K] } & {};

/** The values of attributes. `AttributeValues<{ title: z.ZodString }>` is `{ title: string }`. */
export type AttributeValues<A extends Shape> = { [K in keyof A]: A[K]["_zod"]["output"] };
/** The relationships as they are in a row: ids or nested rows. */
export type RelationshipValues<R extends RelationshipShape> = { [K in keyof R]: R[K]["~rowValue"] };

/** `ReadableFields<{ name: string; password: string }, "password">` is `{ name: string }`. */
export type ReadableFields<T, TWriteOnly> = [TWriteOnly] extends [never] ? T : Omit<T, TWriteOnly & keyof T>;

/**
 * A row: what a handler returns for one resource. It contains attributes as the schema's output, and relationships as ids or
 * nested rows. It may have more columns, which are never sent.
 */
export type ResourceRow<TId extends Schema, TValues, TRelated> = LooseRow<
  { id: TId["_zod"]["output"] } & TValues & TRelated,
  "id" | RequiredName<TValues> | RequiredName<TRelated>
>;

type LooseRow<T extends Fields, TRequired extends PropertyKey> = Flat<T, Marked<T, TRequired>>;

/** A row without the attributes that `fields` excludes. `SparseRow<{ id: number; title: string }>` is `{ id: number; title?: string }`. */
export type SparseRow<TRow> = Flatten<Partial<TRow> & Pick<TRow, "id" & keyof TRow>>;

/** The validated input for every field. A relationship is its id or ids. */
export type Inputs<TId extends Schema, A extends Shape, R extends RelationshipShape> = AttributeValues<A> & {
  readonly [K in keyof R]: R[K]["~input"];
} & { readonly id: TId["_zod"]["output"] };

// The names are a type parameter, so that editors find the definition of each field. Members, because hovers print the name of an alias.
export interface HandlerInputs<TInputs, TCreate extends keyof TInputs, TEdit extends keyof TInputs> {
  /** The input of a create handler: the create fields, validated, with defaults. */
  readonly create: { readonly [K in TCreate]: TInputs[K] };
  /** The input of an edit handler: the edit fields, without defaults. A field that the request did not send is UNSET. */
  readonly edit: { readonly [K in TEdit]: TInputs[K] | UNSET };
}
