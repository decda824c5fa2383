import { type MemberNotes, type Note, own, type TypeNote } from "./note.js";
import type { Superjson } from "./superjson.js";
import { isObject, mapMembers } from "./values.js";

/** How the simple types but for dates come back from their JSON, by superjson's names and rules. */
const REVIVERS: Readonly<Record<string, (json: never) => unknown>> = {
  bigint: (json: string) => {
    if (json.length > 1e4) throw new Error("too many digits"); // a megabyte of them takes a second to read
    return BigInt(json);
  },
  map: (json: [unknown, unknown][]) => new Map(json),
  number: Number,
  regexp: (json: string) => {
    const end = json.lastIndexOf("/");
    return new RegExp(json.slice(1, end), json.slice(end + 1));
  },
  set: (json: unknown[]) => new Set(json),
  URL: (json: string) => new URL(json),
};

/**
 * Gives a value back the types that its note names. What needs none stays the same object, and nothing is changed in place.
 *
 * @throws Where the note needs superjson, and none was given.
 * @throws Whatever the type throws, where the note does not fit the value.
 */
export function revive(value: unknown, note: Note | null | undefined, superjson: Superjson | undefined): unknown {
  if (value == null || note == null) return value;
  // Most notes by far, and the table takes half as long again as to parse a date.
  if ((note as TypeNote)[0] === "Date") return typeof value === "string" ? new Date(value) : value;
  const isList = Array.isArray(value);
  if (Array.isArray(note)) {
    const [name, inside] = note as TypeNote;
    if (name === "superjson") {
      if (!superjson) throw new Error("await loadSuperjson() first");
      return superjson.deserialize({ json: value, meta: inside });
    }
    const reviver = own(REVIVERS, name);
    if (!reviver) throw new Error(`there is no type "${name}"`);
    const isFitting = name === "set" || name === "map" ? isList : typeof value === "string";
    return isFitting ? reviver(revive(value, inside as Note, superjson) as never) : value; // another branch of a union
  }
  const notes = note as MemberNotes; // what is no list
  const one = (member: unknown, name: string | number) => {
    const named = own(notes, `${name}`.replace(/^\\*\*$/, "\\$&")); // `noteName`, which a page that only reads does not load
    return revive(member, named === undefined ? own(notes, "*") : named, superjson);
  };
  if (isList) return value.map(one);
  return isObject(value) ? mapMembers(value, one) : value;
}
