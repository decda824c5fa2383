import type { OpenapiOperation } from "../document/document.js";
import { exampleOf } from "../examples/example.js";
import { isRecord, type Keywords, type NamedSchemas, resolveRef } from "../document/keywords.js";
import { ANY_TYPE, FORM } from "../../wire/media-types.js";

/**
 * An example of the body of a request, with the members of a form that are files. Undefined if it has none, or may have any. Its value
 * is undefined if no example was found.
 */
export function bodyOf({ requestBody }: OpenapiOperation, schemas: NamedSchemas) {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || type === ANY_TYPE) return undefined;
  const schema = media?.schema ?? {};
  const written = media?.example;
  const value = written === undefined ? exampleOf(schema, schemas, { isRequest: true }) : written;
  return { type, value, files: type === FORM ? filesOf(schema, schemas) : new Set() };
}

function filesOf(schema: Keywords, schemas: NamedSchemas): ReadonlySet<string> {
  const { properties = {} }: Keywords = schema.$ref === undefined ? schema : resolveRef(schema.$ref, schemas);
  const names = Object.entries(properties).filter(([, member]) => isRecord(member) && isFile(member));
  return new Set(names.map(([name]) => name));
}

function isFile({ format, anyOf = [], items }: Keywords): boolean {
  return format === "binary" || anyOf.some(isFile) || (isRecord(items) && isFile(items));
}
