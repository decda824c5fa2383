import type { RelationshipShape } from "./definition.js";
import type { Identifier } from "./identifier.js";
import type { Show } from "./row.js";

type Present<R extends RelationshipShape, TPresence> = {
  [K in keyof R]: R[K]["~presence"] extends TPresence ? K : never;
}[keyof R];

type Always<R extends RelationshipShape, TName extends keyof R> = { readonly [K in TName]: R[K]["~identifier"] };

/** What an item shows of its relationships when none is included. What may be missing is asked of all at once. */
export type Identifiers<R extends RelationshipShape, TWriteOnly> = "maybe" extends R[keyof R]["~presence"]
  ? Always<R, Exclude<Present<R, "always">, TWriteOnly>> & Partial<Always<R, Exclude<Present<R, "maybe">, TWriteOnly>>>
  : Always<R, Exclude<Present<R, "always">, TWriteOnly>>;

/** A resource as a client gets it that asks for neither includes nor fields. */
export type PlainItem<TName extends string, TValues, TIdentifiers, THideable> = Show<
  Readonly<Identifier<TName> & Seen<TValues & TIdentifiers, THideable>>
>;

/** Fields that some may not know of may be missing. */
export type Seen<TFields, THideable> = [THideable] extends [never]
  ? TFields
  : Omit<TFields, THideable & keyof TFields> & Partial<Pick<TFields, THideable & keyof TFields>>;
