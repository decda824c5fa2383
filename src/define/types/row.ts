import type { RelationshipShape } from "./relationship-shape.js";
import type { Schema, Shape } from "./endpoint.js";
import type { Fields, Flat, Marked, RequiredName } from "./fields.js";
import type { UNSET } from "../unset.js";

/** One flat mapped type. `& {}` drops the alias, so that hovers and messages print the columns, not `Row<{ …definition… }>`. */
export type Flatten<T> = { [K in keyof T]: T[K] } & {};

/** The attributes as values. */
export type AttributeValues<A extends Shape> = { [K in keyof A]: A[K]["_zod"]["output"] };
/** The relationships as a row holds them. */
export type RelationshipValues<R extends RelationshipShape> = { [K in keyof R]: R[K]["~rowValue"] };

/** What is writeOnly is no part of a row. */
export type Readable<T, TWriteOnly> = [TWriteOnly] extends [never] ? T : Omit<T, TWriteOnly & keyof T>;

/**
 * A row: what a handler returns for one resource. Attributes as the schema's output, relationships as ids or
 * nested rows. Columns that are not declared are no error; they never leave.
 */
export type Row<TId extends Schema, TValues, TRelated> = LooseRow<
  { id: TId["_zod"]["output"] } & TValues & TRelated,
  "id" | RequiredName<TValues> | RequiredName<TRelated>
>;

type LooseRow<T extends Fields, TRequired extends PropertyKey> = Flat<T, Marked<T, TRequired>>;

/** A row from which attributes may be missing that the request's `fields` left out. */
export type SparseRow<TRow> = Flatten<Partial<TRow> & Pick<TRow, "id" & keyof TRow>>;

/** What requests give for every field, validated: ids for relationships. */
export type Inputs<TId extends Schema, A extends Shape, R extends RelationshipShape> = AttributeValues<A> & {
  readonly [K in keyof R]: R[K]["~input"];
} & { readonly id: TId["_zod"]["output"] };

/** What a create handler gets: the create fields, validated, defaults filled in. */
export type HandlerCreateInput<TInputs, TCreate> = { readonly [K in TCreate & keyof TInputs]: TInputs[K] };

/** What an edit handler gets: the edit fields, each UNSET where the request did not send it. No default is filled in. */
export type HandlerEditInput<TInputs, TEdit> = { readonly [K in TEdit & keyof TInputs]: TInputs[K] | UNSET };
