import type { TypeNote } from "./note.js";
import { noteName } from "./note-name.js";
import { type Superjson, SuperjsonNeeded } from "./superjson.js";

/** superjson's type names by Object.prototype.toString tag, which unlike instanceof works across realms. */
const NAMES: Readonly<Record<string, string | undefined>> = {
  "[object Date]": "Date",
  "[object Map]": "map",
  "[object RegExp]": "regexp",
  "[object Set]": "set",
  "[object URL]": "URL",
};

/** superjson's name for a value that JSON cannot carry as it is; undefined for every other, also for one that holds some. */
export function typeName(value: unknown): string | undefined {
  if (typeof value === "object" && value !== null) return NAMES[Object.prototype.toString.call(value)];
  if (typeof value === "bigint") return "bigint";
  return typeof value === "number" && !Number.isFinite(value) ? "number" : undefined;
}

/**
 * Describes a value: undefined where JSON says it all, and `JSON.stringify` is right.
 *
 * @throws {SuperjsonNeeded} Where it meets an instance of a class, and superjson, which may know it, was not given.
 */
export function noteOf(value: unknown, superjson: Superjson | undefined): TypeNote | undefined {
  const name = typeName(value);
  if (name === "set" || name === "map") {
    const inside = describeElements([...(value as Iterable<unknown>)], superjson); // both can be iterated
    return inside ? [name, inside] : [name];
  }
  if (name) return [name];
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return describeElements(value, superjson);
  if (isInstance(value)) {
    const written = bySuperjson(value, superjson);
    if (written) return ["superjson", written.meta];
  }
  if ("toJSON" in value && typeof value.toJSON === "function") return noteOf(value.toJSON(), superjson);
  return describeMembers(Object.entries(value), superjson);
}

/** Whether a value is an instance of a class other than Array. */
export function isInstance(value: object): boolean {
  if (Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== null && prototype !== Object.prototype && Object.getPrototypeOf(prototype) !== null;
}

/** What superjson makes of an instance that it has a rule for: a registered class or transformer, an Error, a typed array. */
export function bySuperjson(value: object, superjson: Superjson | undefined) {
  if (!superjson) throw new SuperjsonNeeded();
  const written = superjson.serialize(value);
  return Array.isArray(written.meta?.values) ? written : undefined; // a list: the value itself has a type
}

/** Elements that are all alike are described once: a map of a thousand dates in two dozen characters. */
function describeElements(values: readonly unknown[], superjson: Superjson | undefined): TypeNote | undefined {
  const notes = describeMembers(Object.entries(values), superjson); // holes have no entry, and are null in JSON
  if (!notes) return undefined;
  const [first, ...others] = Object.values(notes);
  const isShort = Object.keys(notes).length < values.filter((value) => value != null).length;
  return isShort || !others.every((note) => isSame(note, first)) ? notes : { "*": first as TypeNote }; // a list with notes has a first one
}

/** Whether two notes say the same. As texts, the innermost notes would be written again at each level. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const [members, others] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    members.length === others.size &&
    members.every(([name, member]) => others.has(name) && isSame(member, others.get(name)))
  );
}

function describeMembers(members: readonly [string, unknown][], superjson: Superjson | undefined) {
  const notes: [string, TypeNote][] = [];
  for (const [name, member] of members) {
    const note = noteOf(member, superjson);
    if (note) notes.push([noteName(name), note]);
  }
  return notes.length > 0 ? Object.fromEntries(notes) : undefined;
}
