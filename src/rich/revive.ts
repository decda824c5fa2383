import { type MemberNotes, type Note, own } from "./note.js";
import type { Superjson } from "./superjson.js";
import { isObject, mapMembers } from "./values.js";

/** How the simple types come back from their JSON, by superjson's names and rules. */
const REVIVERS: Readonly<Record<string, (json: never) => unknown>> = {
  bigint: (json: string) => {
    if (json.length > 1e4) throw new RangeError("too many digits"); // a megabyte of them takes a second to read
    return BigInt(json);
  },
  Date: (json: string) => new Date(json),
  map: (json: [unknown, unknown][]) => new Map(json),
  number: Number,
  regexp: (json: string) => {
    const [, pattern = "", flags] = /^\/(.*)\/(.*)/s.exec(json) ?? [];
    return new RegExp(pattern, flags);
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
  if (Array.isArray(note)) return reviveType(value, note as [string, unknown], superjson);
  return reviveMembers(value, note as MemberNotes, superjson); // what is no list
}

function reviveType(json: unknown, [name, inside]: readonly [string, unknown], superjson: Superjson | undefined) {
  if (name === "superjson") {
    if (!superjson) throw new Error("it needs superjson: await loadSuperjson() first");
    return superjson.deserialize({ json, meta: inside });
  }
  const reviver = own(REVIVERS, name);
  if (!reviver) throw new TypeError(`there is no type "${name}"`);
  const isText = typeof json === "string";
  const wantsList = name === "set" || name === "map";
  if (wantsList ? !Array.isArray(json) : !isText) return json; // another branch of a union
  return reviver(revive(json, inside as Note, superjson) as never); // as the line before has it
}

function reviveMembers(value: unknown, notes: MemberNotes, superjson: Superjson | undefined): unknown {
  const one = (member: unknown, name: string | number) => {
    const note = own(notes, `${name}`.replace(/^\\*\*$/, "\\$&")); // `noteName`, which a page that only reads does not load
    return revive(member, note === undefined ? own(notes, "*") : note, superjson);
  };
  if (Array.isArray(value)) return value.map(one);
  return isObject(value) ? mapMembers(value, one) : value;
}
