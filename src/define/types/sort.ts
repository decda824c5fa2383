import type { AnyName } from "./any-name.js";
import type { Schema } from "./endpoint.js";

export type SortOrder = "asc" | "desc";

/**
 * How sorting is declared: the names that a client may sort by, each in both directions; a record where a name
 * is allowed in one direction alone; or `z.string()` for a list that the handler judges itself. Names need not be attributes.
 */
export type SortDeclaration =
  | AnyName[]
  | readonly AnyName[]
  | { readonly [name: string]: true | SortOrder }
  | AnySchema;

/** A name of its own, made after the lists': TypeScript compares in the order of making, and looks into a list for `Schema`. */
interface AnySchema extends Schema {}

/** One key of a sort, in the order that the client asked for. */
export interface Sort<TField extends string = string, TOrder extends SortOrder = SortOrder> {
  readonly field: TField;
  readonly order: TOrder;
}

// A list is asked first whether it is one that may be changed, as most are: that is clear without a look into it.

/** The sort that a handler gets. */
export type SortOf<S> = S extends (infer TName extends string)[]
  ? Sort<TName>
  : S extends readonly string[]
    ? Sort<S[number]>
    : S extends Schema
      ? Sort
      : { [K in keyof S & string]: Sort<K, S[K] extends SortOrder ? S[K] : SortOrder> }[keyof S & string];

/** The keys as they may be sent: with a leading `-` for descending. */
export type SortKey<S> = S extends (infer TName extends string)[]
  ? TName | `-${TName}`
  : S extends readonly string[]
    ? S[number] | `-${S[number]}`
    : S extends Schema
      ? string
      : { [K in keyof S & string]: S[K] extends "asc" ? K : S[K] extends "desc" ? `-${K}` : K | `-${K}` }[keyof S &
          string];
