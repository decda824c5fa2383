/**
 * Says what JSON cannot: what a value was before it became JSON. The type names are superjson's.
 *
 * - `["Date"]`: the value is of this type. `["set", inside]`, `["map", inside]`: so it is, and `inside` says what its
 *   elements (of a map: its `[key, value]` entries) are; they are revived first.
 * - `{ name: note }`: the member of this name, or the element at this index, is what its note says. `"*"` stands for all that
 *   are not named, and null for one that is plain JSON nevertheless. A member that is called `*` is written `\*`.
 * - `["superjson", meta]`: superjson wrote the value itself, and left this meta.
 *
 * A note is applied only where a value is there and not null.
 */
export type TypeNote = KindNote | MemberNotes;

export type KindNote = readonly [type: string, inside?: unknown];

export interface MemberNotes {
  readonly [name: string]: TypeNote | null;
}

/** An own member: never what only a prototype has. */
export function own<T>(members: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return members != null && Object.hasOwn(members, name) ? members[name] : undefined; // null, where a server sends nonsense
}

/** Where a document's `meta` holds what is Trestle's. */
export const META = "trestle";

/** What a document's `meta.trestle` says of its rich values. */
export interface RichMeta {
  /** By type: what the schema knows of its attributes. It holds for every resource of the type. */
  readonly rich?: Readonly<Record<string, MemberNotes>>;
  /** By type and id: values that the schema leaves open. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, MemberNotes>>>>;
  /** By type: the attribute with the version. */
  readonly versions?: Readonly<Record<string, string>>;
  /** By type and relationship: the types that it leads to, if these are several. */
  readonly targets?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}
