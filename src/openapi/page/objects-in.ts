import { isRecord, type Keywords } from "../document/keywords.js";

/** The object in a field, whose members have rows of their own, such as `lines[].sku`. */
export interface NestedObject {
  /** What leads to a member: "." or "[]." */
  readonly at: string;
  readonly object: unknown;
  /** The schema of the field without the members. */
  readonly rest: unknown;
}

/** The object of a field, of its list, or of its only alternative with members. Named types have entries of their own. */
export function nestedObject(schema: unknown): NestedObject | undefined {
  const { items, properties, anyOf = [], prefixItems, allOf }: Keywords = Object(schema);
  if (prefixItems ?? allOf) return undefined;
  if (isRecord(properties) && Object.keys(properties).length > 0) {
    const rest = { ...Object(schema), properties: undefined, anyOf: undefined, oneOf: undefined };
    return { at: ".", object: schema, rest };
  }
  const inList = isRecord(items) && nestedObject(items);
  if (inList) return { ...inList, at: `[]${inList.at}`, rest: { ...Object(schema), items: inList.rest } };
  const alternatives = anyOf.map(nestedObject);
  const [inOne, another] = alternatives.filter((each) => each !== undefined);
  if (!inOne || another) return undefined;
  const rest = { ...Object(schema), anyOf: anyOf.map((each, index) => alternatives[index]?.rest ?? each) };
  return { ...inOne, rest };
}
