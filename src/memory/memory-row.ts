import type { Flat, Marked, RequiredName } from "../define/types/row.js";
import type { RelationshipShape } from "../define/types/relationship-shape.js";
import type { AnyResourceContext } from "../define/types/resource-context.js";

// The types of rows in memory. `TFirst` is the type of the rows that a source starts with, or never. `TValues` is what its option
// `values` returns.

/** The fields of a resource as a row holds them: related resources as ids. */
type Stored<S extends AnyResourceContext> = { readonly id: S["~id"] } & {
  readonly [K in keyof S["attributes"]]: S["attributes"][K]["_zod"]["output"];
} & ToOneIds<S["relationships"], S["~toOne"]> &
  ToManyIds<S["relationships"], S["~toMany"]>;

// The names are type parameters, so that editors find the definition of each field.

type ToOneIds<R extends RelationshipShape, TName extends keyof R> = {
  readonly [K in TName]: R[K]["~id"] | R[K]["~absent"];
};
type ToManyIds<R extends RelationshipShape, TName extends keyof R> = {
  readonly [K in TName]: readonly R[K]["~id"][] | undefined;
};

/** Other columns. With `any`, TypeScript also takes rows whose type is an interface. */
interface MoreColumns {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly [column: string]: any;
}

/** The columns that are not fields: those of the first rows, or, without first rows, those of `values`. */
type Own<TFirst, TValues> = [TFirst] extends [never] ? TValues : TFirst;

/** The names of the members of any type in a union. */
type NameIn<T> = T extends unknown ? keyof T & string : never;

/** What a column holds in any of the rows. Null alone does not say what else it holds. */
type HeldIn<T, K> = ValueIn<T, K> extends infer V ? ([V] extends [null | undefined] ? unknown : V) : never;
type ValueIn<T, K> = T extends unknown ? (K extends keyof T ? T[K] : undefined) : never;

type OwnColumns<T, TField> = { readonly [K in Exclude<NameIn<T>, TField>]: HeldIn<T, K> };

// The types are members, because messages print what a member is, but for an alias its name and the whole resource.

/** What is known of a row before there are rows. */
export interface KnownRow<S extends AnyResourceContext, TComputed extends string = never> {
  /** What a first row must have: fields that a response requires, and any other column. */
  readonly first: Flat<Stored<S>, Marked<Stored<S>, Exclude<RequiredName<Stored<S>>, S["~writeOnly"] | TComputed>>> &
    MoreColumns;
  /** What `values` may return. It takes any value, but TypeScript keeps `"draft"` as it is only where a field has such a type. */
  readonly values: { readonly [K in keyof Stored<S>]?: Stored<S>[K] | {} | null } & object;
}

/**
 * The option `rows`. TypeScript widens `"draft"` to `string` when it infers the type of rows that are written in place, and reads the
 * columns from that. So rows that do not fit are compared again, as they are written.
 */
export type FirstRows<TFirst, TKnown> = [TFirst] extends [TKnown] ? readonly TFirst[] : readonly TKnown[];

/** The rows of a source: `MemoryRow<…>["row"]`. */
export interface MemoryRow<S extends AnyResourceContext, TFirst, TValues> {
  /** The names of the columns. */
  readonly column: (keyof Stored<S> & string) | NameIn<Own<TFirst, TValues>>;
  /** The same for options that TypeScript reads before a function `values`, whose columns it does not know then. */
  readonly listed: [keyof Own<TFirst, TValues>] extends [never] ? string : this["column"];
  /** The fields, and the columns that only the server sees. `any` if no type says which columns there are. */
  readonly row: string extends this["column"]
    ? // biome-ignore lint/suspicious/noExplicitAny: see above
      any
    : Stored<S> & OwnColumns<Own<TFirst, TValues>, keyof Stored<S>> extends infer T
      ? { readonly [K in keyof T]: T[K] }
      : never;
}

/** What `values` returns, or what it should return: a sentence if it sets names that are not columns. */
export type ColumnsSet<TValues, TRow> = [keyof TValues] extends [keyof TRow]
  ? [TValues] extends [{ readonly [K in keyof TValues]: TRow[K & keyof TRow] }]
    ? TValues
    : { readonly [K in keyof TValues]: TRow[K & keyof TRow] }
  : NoColumn<Exclude<keyof TValues, keyof TRow> & string>;

type NoColumn<K extends string> =
  `no row of the option rows has a column "${K}". Correct the name, or add it to a row.`;
