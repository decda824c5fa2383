import { isoDate } from "./iso-date.js";
import { quote } from "./quote.js";
import { Misfit } from "./row-error.js";

/**
 * Writes a value whose schema leaves its shape open, in the forms that declared values have: dates as ISO 8601,
 * bigints as decimal strings, sets as arrays, maps as arrays of entries. Undefined where JSON has nothing for it.
 */
export function writeOpen(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return quote(value);
    case "number":
      return Number.isFinite(value) ? `${value}` : "null";
    case "boolean":
      return value ? "true" : "false";
    case "bigint":
      return `"${value}"`;
    case "object":
      return value === null ? "null" : writeObject(value);
    default:
      return undefined;
  }
}

function writeObject(value: object): string | undefined {
  if (Array.isArray(value)) return writeList(value);
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw new Misfit("a valid date", value);
    return `"${isoDate(value)}"`;
  }
  if (value instanceof Set || value instanceof Map) return writeList([...value]);
  if ("toJSON" in value && typeof value.toJSON === "function") return writeOpen(value.toJSON());
  let text = "";
  for (const [key, member] of Object.entries(value)) {
    const written = writeOpen(member);
    if (written !== undefined) text += `${text === "" ? "" : ","}${quote(key)}:${written}`;
  }
  return `{${text}}`;
}

function writeList(values: readonly unknown[]): string {
  return `[${Array.from(values, (value) => writeOpen(value) ?? "null").join(",")}]`; // unlike map, it fills holes
}
