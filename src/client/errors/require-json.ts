import { isInstance, typeName } from "../../wire/notes/note-of.js";
import { isObject } from "../../wire/notes/members.js";

/**
 * Refuses a value that JSON would lose, or cannot hold: a function, a symbol, an invalid date, what contains itself.
 *
 * @throws {TypeError} With the place of the value.
 */
export function requireJson(value: unknown, path = "", above = new Set<object>()): void {
  const refuse = (what: string) => {
    throw new TypeError(`${path ? `"${path.slice(1)}"` : "The value"} ${what}, which JSON cannot hold.`);
  };
  if (typeof value === "function" || typeof value === "symbol") refuse(`is a ${typeof value}`);
  if (!isObject(value)) return;
  const name = typeName(value);
  if (name === "Date" && Number.isNaN(+value)) refuse("is an invalid Date");
  if (above.has(value)) refuse("contains itself");
  const isIterated = name === "set" || name === "map";
  // What an instance is as JSON, its class or superjson says.
  if (!isIterated && (isInstance(value) || ("toJSON" in value && typeof value.toJSON === "function"))) return;
  above.add(value);
  const members: object = isIterated ? [...(value as Iterable<unknown>)] : value; // both can be iterated
  for (const [key, member] of Object.entries(members)) requireJson(member, `${path}.${key}`, above);
  above.delete(value);
}
