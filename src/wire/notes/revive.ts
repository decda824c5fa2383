import { type KindNote, type MemberNotes, own, type TypeNote } from "./note.js";
import type { Superjson } from "./superjson.js";
import { isObject, mapMembers } from "./members.js";

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
 * @param toDate Reads a date's text. The default believes what has the form of an ISO 8601 time to be one.
 * @throws Where the note needs superjson, and none was given.
 * @throws Whatever the type throws, where the note does not fit the value.
 */
export function revive(
  value: unknown,
  note: TypeNote | null | undefined,
  superjson: Superjson | undefined,
  toDate = quickDate,
): unknown {
  if (value == null || note == null) return value;
  // Most notes by far, and the table takes half as long again as to parse a date.
  if ((note as KindNote)[0] === "Date") return typeof value === "string" ? toDate(value) : value;
  const isList = Array.isArray(value);
  if (Array.isArray(note)) {
    const [name, inside] = note as KindNote;
    if (name === "superjson") {
      if (!superjson) throw new Error("await loadSuperjson() first");
      return superjson.deserialize({ json: value, meta: inside });
    }
    const reviver = own(REVIVERS, name);
    if (!reviver) throw new Error(`there is no type "${name}"`);
    const isFitting = name === "set" || name === "map" ? isList : typeof value === "string";
    return isFitting ? reviver(revive(value, inside as TypeNote, superjson, toDate) as never) : value; // another branch of a union
  }
  const notes = note as MemberNotes; // what is no list
  const one = (member: unknown, name: string | number) => {
    const named = own(notes, `${name}`.replace(/^\\*\*$/, "\\$&")); // `noteName`, which a page that only reads does not load
    return revive(member, named === undefined ? own(notes, "*") : named, superjson, toDate);
  };
  if (isList) return value.map(one);
  return isObject(value) ? mapMembers(value, one) : value;
}

/** A date from what `toISOString` writes for the years 1000 to 9999, in half the time that `Date` takes to parse it. */
function quickDate(text: string): Date {
  const two = (at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528; // 528 is what two zeros make
  return new Date(
    text[23] === "Z" && text > "1" // an earlier or later year is written otherwise, or `Date.UTC` takes it for another
      ? Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), two(20) * 10 + (two(21) % 10))
      : text,
  );
}
