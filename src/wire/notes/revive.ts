import { type KindNote, type MemberNotes, own, type TypeNote } from "./note.js";
import type { Superjson } from "./superjson.js";
import { isObject, mapMembers } from "./members.js";

/** How the simple types come back from their JSON, by superjson's names and rules. Undefined where it does not fit. */
const REVIVERS: Readonly<Record<string, (json: never) => unknown>> = {
  Date: toDate,
  // A limit, because parsing a bigint takes more than linear time.
  bigint: (json: string) => (/^-?\d{1,10000}$/.test(json) ? BigInt(json) : undefined),
  map: (json: [unknown, unknown][]) => (json.every((entry) => entry?.length === 2) ? new Map(json) : undefined),
  number: (json: string) => (/^(NaN|-?Infinity|-0)$/.test(json) ? Number(json) : undefined),
  regexp: (json: string) => {
    const [, source, flags] = /^\/(.+)\/(\w*)$/s.exec(json) ?? [];
    return source && new RegExp(source, flags);
  },
  set: (json: unknown[]) => new Set(json),
  URL: (json: string) => new URL(json),
};

/**
 * Gives a value back the types that its note names. What needs none stays the same object, and nothing is changed in place.
 *
 * @param isExact Whether the note was made for this value. One that was made from a schema may speak of members that the
 *   value lacks, and of another branch of a union.
 * @throws Where the note needs superjson, and none was given.
 * @throws Where the note does not fit the value.
 */
export function revive(
  value: unknown,
  note: TypeNote | null | undefined,
  superjson: Superjson | undefined,
  isExact?: boolean,
): unknown {
  if (value == null || note == null) return value;
  // A fast path for dates, the most common notes.
  if ((note as KindNote)[0] === "Date" && typeof value === "string") return toDate(value); // an object never has a text there
  const isList = Array.isArray(value);
  if (Array.isArray(note)) {
    const [name, inside] = note as KindNote;
    if (name === "superjson") {
      if (!superjson) throw new Error("await loadSuperjson() first");
      return superjson.deserialize({ json: value, meta: inside });
    }
    const reviver = own(REVIVERS, name);
    const isForm = name === "set" || name === "map" ? isList : typeof value === "string";
    if (reviver && !isForm && !isExact) return value; // another branch of a union
    return (
      (isForm ? reviver?.(revive(value, inside as TypeNote, superjson, isExact) as never) : undefined) ??
      misfit(value, name)
    );
  }
  if (!isObject(note) || (isExact && !isObject(value))) misfit(value, note);
  const notes = note as MemberNotes; // not a list
  const revived = (member: unknown, name: string | number) => {
    const named = own(notes, `${name}`.replace(/^\\*\*$/, "\\$&")); // `noteName`, which a page that only reads does not load
    return revive(member, named === undefined ? own(notes, "*") : named, superjson, isExact);
  };
  if (isExact) {
    for (const name in notes) {
      const isThere = name === "*" || Object.hasOwn(value as object, name.replace(/^\\(?=\\*\*$)/, ""));
      if (!isThere) misfit(value, name);
    }
  }
  if (isList) return value.map(revived);
  return isObject(value) ? mapMembers(value, revived) : value;
}

function misfit(value: unknown, name: unknown): never {
  throw new Error(`${JSON.stringify(value).slice(0, 40)} does not fit its note ${JSON.stringify(name)}`);
}

function toDate(text: string): Date {
  const date = new Date(text);
  return Number.isNaN(+date) ? misfit(text, "Date") : date;
}
