import { noteOf } from "../../wire/notes/note-of.js";
import { richJson } from "../../wire/notes/to-json.js";
import { dropped } from "../../schema/dropped.js";
import { superjson } from "../notes/superjson.js";
import { quote } from "../text/json-string.js";
import { ValueMismatch } from "./row-error.js";

/**
 * Writes a value whose schema leaves its shape open, in the forms that declared values have: dates as ISO 8601,
 * bigints as decimal strings, sets as arrays, maps as arrays of entries. Undefined where JSON has nothing for it.
 */
export function writeAnyValue(value: unknown): string | undefined {
  if (typeof value === "string") return quote(value);
  dropped(value);
  try {
    return noteOf(value, superjson) === undefined ? JSON.stringify(value) : richJson(value, superjson);
  } catch (error) {
    if (error instanceof RangeError) throw new ValueMismatch("what JSON can hold: a valid date, and no circles", value);
    throw error;
  }
}
