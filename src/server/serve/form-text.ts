import { pointer } from "../../protocol/body/pointer.js";
import { errorObject, type ErrorObject } from "../../protocol/errors/request-error.js";
import { parseFailure, ParseFailure, parseValue } from "../../protocol/query/query-string.js";
import type { QueryValue } from "../../schema/query-value.js";

/**
 * Reads a text of an HTML form as the JSON of a member, as a query string is read. Undefined for a field that was left empty, unless the
 * empty text is a value.
 */
export function readFormText(name: string, text: string, value: QueryValue, errors: ErrorObject[]): unknown {
  if (text === "" && value.kind !== "string" && !value.literals.has("")) {
    if (value.optional || value.list) return undefined;
    if (value.nullable) return null;
  }
  const parsed = parseValue(text, { ...value, list: false, nullable: false });
  if (parsed instanceof ParseFailure) {
    const source = { pointer: pointer("", name) };
    errors.push({ ...errorObject("invalid_type", parseFailure(name, text, parsed), source), meta: { path: [name] } });
    return undefined;
  }
  if (parsed instanceof Date) return parsed.toISOString();
  return typeof parsed === "bigint" ? String(parsed) : parsed;
}
