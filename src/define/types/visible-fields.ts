import type { RelationshipShape } from "./relationship-shape.js";
import type { Fields, Marked, ReadonlyFlat } from "./fields.js";

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
