import type { AnyName } from "./name-list.js";
import type { Schema } from "./endpoint.js";

export type SortOrder = "asc" | "desc";

/**
 * A declaration of sorting: a list of names; a record, to allow some names in one direction only; or `z.string()`, to let
 * the handler check the names. The names need not be attributes.
 */
export type SortDeclaration =
  | AnyName[]
  | readonly AnyName[]
  | { readonly [name: string]: true | SortOrder }
  | AnySchema;

/** A separate type for the last member of the union, because comparing lists with `Schema` costs memory: see docs/evidence/type-cost.md */
interface AnySchema extends Schema {}

/** One key of a sort. */
export interface Sort<TField extends string = string, TOrder extends SortOrder = SortOrder> {
  readonly field: TField;
  readonly order: TOrder;
}

// The first branch is for mutable lists: see docs/evidence/type-cost.md

/** The sort in a handler. `SortOf<["title"]>` is `Sort<"title">`, and `SortOf<{ title: "asc" }>` is `Sort<"title", "asc">`. */
export type SortOf<S> = S extends (infer TName extends string)[]
  ? Sort<TName>
  : S extends readonly string[]
    ? Sort<S[number]>
    : S extends Schema
      ? Sort
      : { [K in keyof S & string]: Sort<K, S[K] extends SortOrder ? S[K] : SortOrder> }[keyof S & string];

/** The keys that a client may send. `SortKey<["title"]>` is `"title" | "-title"`. */
export type SortKey<S> = S extends (infer TName extends string)[]
  ? TName | `-${TName}`
  : S extends readonly string[]
    ? S[number] | `-${S[number]}`
    : S extends Schema
      ? string
      : { [K in keyof S & string]: S[K] extends "asc" ? K : S[K] extends "desc" ? `-${K}` : K | `-${K}` }[keyof S &
          string];
