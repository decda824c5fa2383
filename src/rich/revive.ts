import { type MemberNotes, type Note, noteName, own } from "./note.js";
import { type Superjson, SuperjsonNeeded } from "./superjson.js";

/** How the simple types come back from their JSON, by superjson's names and rules. */
const REVIVERS: Readonly<Record<string, (json: never) => unknown>> = {
  bigint: (json: string) => {
    if (json.length > 1e4) throw new RangeError("too many digits"); // a megabyte of them takes a second to read
    return BigInt(json);
  },
  Date: (json: string) => new Date(json),
  map: (json: [unknown, unknown][]) => new Map(json),
  number: (json: string) => Number(json),
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
 * @throws {SuperjsonNeeded} Where the note needs superjson, and none was given.
 * @throws Whatever the type throws, where the note does not fit the value.
 */
export function revive(value: unknown, note: Note | null | undefined, superjson: Superjson | undefined): unknown {
  if (value == null || note == null) return value;
  if (Array.isArray(note)) return reviveType(value, note as [string, unknown], superjson);
  return reviveMembers(value, note as MemberNotes, superjson); // what is no list
}

function reviveType(json: unknown, [name, inside]: readonly [string, unknown], superjson: Superjson | undefined) {
  if (name === "superjson") {
    if (!superjson) throw new SuperjsonNeeded();
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
  const others = own(notes, "*");
  const one = (name: string, member: unknown) => {
    const note = own(notes, noteName(name));
    return revive(member, note === undefined ? others : note, superjson);
  };
  if (Array.isArray(value)) return value.map((element, index) => one(`${index}`, element));
  if (typeof value !== "object" || value === null) return value;
  // From entries: an own member called `__proto__` stays one.
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, one(name, member)]));
}
