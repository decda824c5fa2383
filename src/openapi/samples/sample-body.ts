import type { OpenapiOperation } from "../document/document.js";
import { exampleOf } from "../examples/example.js";
import { isRecord, type Keywords, type NamedSchemas, resolveRef } from "../document/keywords.js";
import { ANY_TYPE, FORM } from "../../wire/media-types.js";

/** Which example a sample has, so that all samples can run one after the other: a create, an edit, then a batch. */
export const VARIANTS = { edit: 1, batch: 2 } as const;

/**
 * An example of the body of a request, with the types of the members of a form that are files. Undefined if it has none, or may have
 * any. Its value is undefined if no example was found.
 */
export function bodyOf({ requestBody }: OpenapiOperation, schemas: NamedSchemas, variant = 0) {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || type === ANY_TYPE) return undefined;
  const schema = media?.schema ?? {};
  const made = (nth: number) => exampleOf(schema, schemas, { isRequest: true, variant: nth });
  const value = media?.example ?? (variant === VARIANTS.edit ? oneChange(made(variant), made(0)) : made(variant));
  const files = type === FORM ? filesOf(schema, schemas) : new Map<string, string | undefined>();
  return { type, value, files, encoding: media?.encoding ?? {} };
}

/** Leaves only the first attribute that differs, because an edit sends what changes. If none differs, the first one. */
function oneChange(edited: unknown, created: unknown): unknown {
  const [{ data }, before] = [Object(edited), Object(Object(created).data?.attributes)];
  const all = Object.entries(Object(data?.attributes));
  const change = all.find(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])) ?? all[0];
  return change ? { data: { type: data.type, id: data.id, attributes: Object.fromEntries([change]) } } : edited;
}

function filesOf(schema: Keywords, schemas: NamedSchemas): ReadonlyMap<string, string | undefined> {
  const { properties = {} }: Keywords = schema.$ref === undefined ? schema : resolveRef(schema.$ref, schemas);
  const types = Object.entries(properties).map(([name, member]) => [name, fileType(member)] as const);
  return new Map(types.filter(([, type]) => type !== undefined));
}

/** The first type that a file, or each of several, may have: empty for any type. Undefined for other members. */
function fileType(member: unknown): string | undefined {
  if (!isRecord(member)) return undefined;
  const { format, contentMediaType, anyOf = [], items }: Keywords = member;
  if (format === "binary") return contentMediaType ?? anyOf[0]?.contentMediaType ?? "";
  return [...anyOf, items].map(fileType).find((type) => type !== undefined);
}
