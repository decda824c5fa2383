import { bySuperjson, isInstance, typeName } from "../../wire/notes/note-of.js";
import type { Superjson } from "../../wire/notes/superjson.js";
import { isObject } from "../../wire/notes/members.js";

/**
 * Refuses a value that JSON would lose or cannot contain: a function, a symbol, an invalid date, an object that contains itself,
 * and an instance such as a promise or a blob, whose JSON would be empty.
 *
 * @throws {SuperjsonNeeded} If there is such an instance, and superjson, which may know it, is not loaded yet.
 * @throws {TypeError} With the place of the value.
 */
export function requireJson(
  value: unknown,
  superjson: Superjson | undefined,
  path = "",
  above = new Set<object>(),
): void {
  const refuse = (what: string) => {
    throw new TypeError(`${path ? `"${path.slice(1)}"` : "The value"} ${what}, which JSON cannot contain.`);
  };
  if (typeof value === "function" || typeof value === "symbol") refuse(`is a ${typeof value}`);
  if (!isObject(value)) return;
  const name = typeName(value);
  if (name === "Date" && Number.isNaN(+value)) refuse("is an invalid Date");
  if (above.has(value)) refuse("contains itself");
  const isIterated = name === "set" || name === "map";
  // The class of an instance, or superjson, decides what its JSON is.
  if (!isIterated) {
    if ("toJSON" in value && typeof value.toJSON === "function") return;
    if (isInstance(value)) {
      if (!name && isLost(value) && !bySuperjson(value, superjson)) refuse(`is a ${tagOf(value)}`);
      return;
    }
  }
  above.add(value);
  const members: object = isIterated ? [...(value as Iterable<unknown>)] : value; // both can be iterated
  for (const [key, member] of Object.entries(members)) {
    requireJson(member, superjson, `${path}.${key}`, above);
  }
  above.delete(value);
}

/** Whether the JSON of an instance would lose it. An instance of a class without members may be empty on purpose. */
function isLost(value: object): boolean {
  return Object.keys(value).length === 0 && !/^(Object|Number|Boolean|String)$/.test(tagOf(value));
}

function tagOf(value: object): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}
