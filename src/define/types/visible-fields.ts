import type { RelationshipShape } from "./relationship-shape.js";
import type { Fields, Marked, ReadonlyFlat } from "./fields.js";

/** Relationships as an item shows them that does not include them. */
export type IdentifierValues<R extends RelationshipShape, TName extends keyof R> = { [K in TName]: R[K]["~shown"] };

/** The relationships that an item shows when none is included. */
export type Shown<R extends RelationshipShape, TName extends keyof R> = TName extends unknown
  ? R[TName]["~presence"] extends "included"
    ? never
    : TName
  : never;

/** A resource as a client gets it that asks for neither includes nor fields. */
export type PlainItem<T extends Fields, TRequired extends PropertyKey> = ReadonlyFlat<T, Marked<T, TRequired>>;

/** Fields that some may not know of may be missing. */
export type Seen<TFields, THideable> = [THideable] extends [never]
  ? TFields
  : Omit<TFields, THideable & keyof TFields> & Partial<Pick<TFields, THideable & keyof TFields>>;
