import type { RelationshipShape } from "./definition.js";
import type { Schema, Shape } from "./endpoint.js";
import type { UNSET } from "./unset.js";

/** One flat mapped type. `& {}` drops the alias, so that hovers and messages print the columns, not `Row<{ …definition… }>`. */
export type Show<T> = { [K in keyof T]: T[K] } & {};

/** The names that may be undefined. */
type UndefinedName<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

type SplitValues<T, TOptional extends keyof T> = Pick<T, Exclude<keyof T, TOptional>> & Partial<Pick<T, TOptional>>;

/** What may be undefined may be left out. That is asked of all at once: most resources end there, and need no split. */
type Loose<T> = undefined extends T[keyof T] ? SplitValues<T, UndefinedName<T>> : T;

type OptionalRelationship<R extends RelationshipShape> = {
  [K in keyof R]: R[K]["~optional"] extends true ? K : never;
}[keyof R];

type RowRelationships<R extends RelationshipShape, TOptional extends keyof R> = {
  [K in Exclude<keyof R, TOptional>]: R[K]["~row"];
} & { [K in TOptional]?: R[K]["~row"] };

/** What is writeOnly is no part of a row. */
type Readable<T, TWriteOnly> = [TWriteOnly] extends [never] ? T : Omit<T, TWriteOnly & keyof T>;

type AttributeValues<A extends Shape> = { [K in keyof A]: A[K]["_zod"]["output"] };

/** The attributes that can be read, as values. */
export type Values<A extends Shape, TWriteOnly> = Loose<AttributeValues<Readable<A, TWriteOnly>>>;

/**
 * A row: what a handler returns for one resource. Attributes as the schema's output, relationships as ids or
 * nested rows. Columns that are not declared are no error; they never leave.
 */
export type Row<TId extends Schema, TValues, R extends RelationshipShape, TWriteOnly> = Show<
  { id: TId["_zod"]["output"] } & TValues &
    RowRelationships<Readable<R, TWriteOnly>, OptionalRelationship<Readable<R, TWriteOnly>>>
>;

/** A row from which attributes may be missing that the request's `fields` left out. */
export type SparseRow<TRow> = Show<Partial<TRow> & Pick<TRow, "id" & keyof TRow>>;

/** What requests give for every field, validated: ids for relationships. */
export type Inputs<TId extends Schema, A extends Shape, R extends RelationshipShape> = AttributeValues<A> & {
  readonly [K in keyof R]: R[K]["~input"];
} & { readonly id: TId["_zod"]["output"] };

/** What a create handler gets: the create fields, validated, defaults filled in. */
export type CreateInput<TInputs, TCreate> = { readonly [K in TCreate & keyof TInputs]: TInputs[K] };

/** What an edit handler gets: the edit fields, each UNSET where the request did not send it. No default is filled in. */
export type EditInput<TInputs, TEdit> = { readonly [K in TEdit & keyof TInputs]: TInputs[K] | UNSET };
