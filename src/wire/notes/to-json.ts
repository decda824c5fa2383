import { bySuperjson, isInstance, typeName } from "./note-of.js";
import type { Superjson } from "./superjson.js";

/**
 * `JSON.stringify`, with the documented forms of what JSON does not have: dates as ISO 8601, bigints as decimal strings,
 * sets as arrays, maps as arrays of entries, regular expressions and URLs as text, `NaN` and `Infinity` by name.
 *
 * @throws {RangeError} For an invalid date: null would lose it.
 */
export function richJson(value: unknown, superjson: Superjson | undefined): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, key, plain) {
    const raw = this[key]; // `plain` is what toJSON made, and that of an invalid date is null
    switch (typeName(raw)) {
      case "Date":
        return (raw as Date).toISOString(); // by its name
      case "set":
      case "map":
        return [...(raw as Iterable<unknown>)]; // by its name
      case undefined:
        break;
      default:
        return `${raw}`;
    }
    if (superjson && typeof raw === "object" && raw !== null && isInstance(raw)) {
      return bySuperjson(raw, superjson)?.json ?? plain;
    }
    return plain;
  });
}
