import type { RelationshipShape } from "./relationship-shape.js";
import type { Schema, Shape } from "./endpoint.js";
import type { UNSET } from "../unset.js";

/** Any record, by name. */
export interface Fields {
  readonly [name: PropertyKey]: unknown;
}

/** The names of fields that may not be undefined. `RequiredName<{ a: string; b?: string }>` is `"a"`. */
export type RequiredName<T> = RequiredAmong<T, keyof T>;

/**
 * The same, among some of the names. It checks all of them together first, because most records have no optional field:
 * see docs/evidence/type-cost.md
 */
export type RequiredAmong<T, TName extends keyof T> = undefined extends T[TName] ? RequiredOf<T, TName> : TName;

type RequiredOf<T, TName extends keyof T> = TName extends unknown
  ? undefined extends T[TName]
    ? never
    : TName
  : never;

/** Marks fields as optional. `Optional<{ a: string; b: number }, "b">` is `{ b?: unknown }`. */
export type Optional<T, TName extends keyof T> = { [K in TName]?: unknown };

/**
 * Marks fields as required or optional, in the order of `T`. A field is optional only if both halves say so:
 * `Marked<{ a: string; b: number }, "a">` is `{ a: unknown; b?: unknown }`.
 */
export type Marked<T, TRequired extends PropertyKey> = { [K in keyof T]?: unknown } & {
  [K in TRequired]: unknown;
};

/** The same for some of the names. A field is required if it may not be undefined. */
export type MarkedAmong<T, TName extends keyof T> = Optional<T, TName> & {
  [K in RequiredAmong<T, TName>]: unknown;
};

/**
 * The fields of `T` that are in `TMarked`, with the optional marks of `TMarked`. `Flat<{ a: string; b: number }, { b?: unknown }>`
 * is `{ b?: number }`. `& {}` drops the alias, so hovers and messages print the fields.
 */
export type Flat<T extends Fields, TMarked> = { -readonly [K in keyof TMarked]: T[K] } & {};
/** The same, with readonly fields. */
export type ReadonlyFlat<T extends Fields, TMarked> = { readonly [K in keyof TMarked]: T[K] } & {};

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
export interface HandlerInputs<TInputs, TCreate extends keyof TInputs, TEdit extends keyof TInputs, TListed> {
  /** The input of a create handler: the create fields, validated, with defaults. */
  // The intersection asks all names together, because most resources mark none: see docs/evidence/type-cost.md
  readonly create: TListed & `${string}?` extends never
    ? { readonly [K in TCreate]: TInputs[K] }
    : OmittableInputs<TInputs, TCreate, UnmarkedName<TListed> & keyof TInputs>;
  /** The input of an edit handler: the edit fields, without defaults. A field that the request did not send is UNSET. */
  readonly edit: { readonly [K in TEdit]: TInputs[K] | UNSET };
}

/** The inputs of a create. A request may omit the fields in `TOmittable`. */
type OmittableInputs<TInputs, TCreate extends keyof TInputs, TOmittable extends keyof TInputs> = Flatten<
  { readonly [K in TCreate]: TInputs[K] } & { readonly [K in TOmittable]?: TInputs[K] }
>;

/** The names that `createFields` marks as optional: `UnmarkedName<"title" | "note?">` is `"note"`. */
export type UnmarkedName<TCreate> = TCreate extends `${infer TName}?` ? TName : never;

/** Relationships that an item has but does not include: identifiers. */
export type IdentifierValues<R extends RelationshipShape, TName extends keyof R> = { [K in TName]: R[K]["~shown"] };

/** The names of the relationships that an item has if the client includes none. */
export type IdentifierName<R extends RelationshipShape, TName extends keyof R> = TName extends unknown
  ? R[TName]["~presence"] extends "included"
    ? never
    : TName
  : never;

/** The item that a client gets if it requests neither `include` nor `fields`. */
export type PlainItem<T extends Fields, TRequired extends PropertyKey> = ReadonlyFlat<T, Marked<T, TRequired>>;

/** Makes hideable fields optional. `WithOptional<{ a: string; b: string }, "b">` is `{ a: string } & { b?: string }`. */
export type WithOptional<TFields, THideable> = [THideable] extends [never]
  ? TFields
  : Omit<TFields, THideable & keyof TFields> & Partial<Pick<TFields, THideable & keyof TFields>>;
