import type { z } from "zod";
import type { Shape } from "../../define/types/endpoint.js";
import type { List } from "../../define/types/name-list.js";
import type { RelationshipShape } from "../../define/types/relationship-shape.js";
import type { RenamedColumn, Stored, Unchecked } from "../../define/types/stored.js";
import type { IsVisible } from "../../define/model/resource.js";
import type { StoredIn } from "./table-problems.js";

// The types of a resource that is read from a table.

/** A table or a view of Drizzle's. What its columns are is read one by one: to compare all with a shape costs a compiler much more. */
export interface TypedTable<T> {
  readonly _: { readonly columns: T } | { readonly selectedFields: T };
}

/** The column "id", or else the primary key. */
type IdName<T> = "id" extends keyof T
  ? "id"
  : { [K in keyof T]: T[K] extends { readonly _: { readonly isPrimaryKey: true } } ? K : never }[keyof T];

/**
 * The values of the id: texts for a key of several columns, which types do not say. Its schema stands where it is used: declarations would
 * print the name of an alias, with the whole table.
 */
export type IdOf<T> = [IdName<T>] extends [never] ? string : DataOf<T[IdName<T>]> & (string | number);

type DataOf<C> = C extends { readonly _: { readonly data: infer TData } } ? TData : never;

/** The columns that are attributes under their own names. An empty `pick` has none: `null` says that it is missing. */
type ColumnNames<T, P, O, R, TRename, A> = null extends P
  ? Exclude<
      keyof T & string,
      O | IdName<T> | keyof A | keyof R | TRename[keyof TRename] | `${keyof R & string}${"Id" | "_id"}`
    >
  : Exclude<P & keyof T & string, keyof A | TRename[keyof TRename]>;

type StoredColumn<C> = Stored<
  C extends { readonly _: { readonly notNull: true } } ? CheckedOf<C> : CheckedOf<C> | null
>;

/** The values of a column, if its own schema checks them: `.$type<…>()` narrows them for the compiler only. */
type CheckedOf<C> = C extends {
  readonly _: { readonly data: infer TData; readonly dataType: infer TType; readonly enumValues: infer TEnum };
}
  ? [Checkable<TData, TType, TEnum>] extends [TData]
    ? TData
    : Unchecked
  : never;

type Checkable<TData, TType, TEnum> = TType extends `${string}json`
  ? z.core.util.JSONType
  : [TData] extends [string]
    ? TextOf<TEnum>
    : [TData] extends [number]
      ? number
      : [TData] extends [readonly string[]]
        ? TextOf<TEnum>[]
        : never;

/** The texts that a column may hold. Drizzle 0.45 has `[string, …]` for any text, and no list for an enum that an object declares. */
type TextOf<TEnum> = TEnum extends readonly [infer TLabel, ...unknown[]]
  ? TLabel
  : TEnum extends readonly unknown[]
    ? never
    : string;

/** The attributes of a resource. `rename` may also name a to-one relationship, which is not an attribute. */
export type TableAttributes<T, P, O, R, TRename, A extends Shape> = [keyof TRename | keyof A] extends [never]
  ? { readonly [K in ColumnNames<T, P, O, R, TRename, A>]: StoredColumn<T[K]> }
  : MixedAttributes<T, P, O, R, TRename, A>;

type MixedAttributes<T, P, O, R, TRename, A extends Shape> = {
  readonly [K in ColumnNames<T, P, O, R, TRename, A> | Exclude<keyof TRename, keyof R> | keyof A]: K extends keyof A
    ? K extends keyof TRename
      ? A[K] & RenamedColumn<StoredIn<T[TRename[K] & keyof T]>>
      : A[K]
    : K extends keyof TRename
      ? StoredColumn<T[TRename[K] & keyof T]>
      : StoredColumn<T[K & keyof T]>;
} & {};

/** The column of a field: its own, its new one, or `author_id` or `authorId` of a to-one `author`. */
type ColumnOf<T, N extends string, TRename> = N extends keyof TRename
  ? T[TRename[N] & keyof T]
  : N extends keyof T
    ? T[N]
    : `${N}_id` extends keyof T
      ? T[`${N}_id`]
      : `${N}Id` extends keyof T
        ? T[`${N}Id`]
        : never;

/** A create field, with a question mark where the database has a value for it: its column may be null or has a default. */
export type CreateName<T, N extends string, TRename> = N extends "id"
  ? N
  : ColumnOf<T, N, TRename> extends { readonly _: { readonly notNull: true; readonly hasDefault: false } }
    ? N
    : `${N}?`;

/** The fields of a resource: a bound, so that editors complete them. */
export type FieldOf<T, P, O, R, TRename, A> =
  | ColumnNames<T, P, O, R, TRename, A>
  | (keyof TRename & string)
  | (keyof A & string)
  | (keyof R & string);

/** The options of `fromTable`. */
export interface TableOptions<T, P, O, R extends RelationshipShape, TRename, A extends Shape, C, E> {
  /** The columns that are attributes. Write `pick` or `omit`. */
  readonly pick?: List<P & string>;
  /** The columns that are not. The id and the columns of relationships never are. `omit: []` serves all others. */
  readonly omit?: List<O>;
  /** Other names for columns, by field: `{ kind: "type" }` serves the column `type` as `kind`. A to-one relationship may have one, too. */
  readonly rename?: TRename & { readonly [field: string]: keyof T };
  /** Schemas in place of a column's own, and of fields without a column. */
  readonly attributes?: A;
  readonly relationships?: R;
  /** The fields that a create accepts. A client may omit those whose columns may be null or have a default. */
  readonly createFields?: List<C>;
  /** The fields that an edit accepts. */
  readonly editFields?: List<E>;
}

/** The options of `tableResource`. */
export interface TableResourceOptions<
  T,
  P,
  O,
  R extends RelationshipShape,
  TRename,
  A extends Shape,
  C,
  E,
  W,
  V extends string,
  X,
  TBase,
> extends TableOptions<T, P, O, R, TRename, A, C, E> {
  /** The fields that clients can write but not read. */
  readonly writeOnly?: List<W>;
  /** Decides who can see a field, as in `t.resource`. */
  readonly visible?: { readonly [K in V]: IsVisible<TBase> };
  /** The attribute that changes with every change of a row, as in `t.resource`. */
  readonly version?: X;
}

/** What `fromTable` gives to `t.resource`. */
export interface FromTable<TId, A, R, C, E> {
  readonly id: TId;
  readonly attributes: A;
  readonly relationships: R;
  readonly createFields: readonly C[];
  readonly editFields: readonly E[];
}
