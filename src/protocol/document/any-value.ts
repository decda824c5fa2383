import { noteOf } from "../../wire/notes/note-of.js";
import { richJson } from "../../wire/notes/to-json.js";
import type { Superjson } from "../../wire/notes/superjson.js";
import { superjson } from "../notes/superjson.js";
import { quote } from "../text/json-text.js";
import { ValueMismatch } from "./row-error.js";

/** `noteOf` asks it about every instance of a class. JSON would write a promise as an empty object. */
const settled: Superjson = {
  ...superjson,
  serialize: (value) => {
    if (value instanceof Promise) throw new ValueMismatch("a value. Await it", value);
    return superjson.serialize(value);
  },
};

/**
 * Writes a value whose schema leaves its type open, in the same form as declared values: dates as ISO 8601, bigints as
 * decimal strings, sets as arrays, maps as arrays of entries. Returns undefined for a value that JSON omits.
 */
export function writeAnyValue(value: unknown): string | undefined {
  if (typeof value === "string") return quote(value);
  try {
    return noteOf(value, settled) === undefined ? JSON.stringify(value) : richJson(value, superjson);
  } catch (error) {
    if (error instanceof RangeError)
      throw new ValueMismatch("a value that JSON can represent: no invalid date and no cycle", value);
    throw error;
  }
}
