import type { z } from "zod";
import { formValue } from "../../schema/query-value.js";
import { schemaNode } from "../../schema/schema-node.js";

/** The schemas of an object's members. Undefined for a schema of other values. */
export function memberSchemas(schema: z.core.$ZodType): ReadonlyMap<string, z.core.$ZodType> | undefined {
  let node = schemaNode(schema, "output");
  while ("inner" in node) node = node.inner;
  if (node.kind !== "object") return undefined;
  return new Map([...node.members].map(([name, member]) => [name, member.schema]));
}

/** Whether a schema's values are lists of values that a query can carry. */
export function isValueList(schema: z.core.$ZodType): boolean {
  return formValue(schema)?.list === true;
}

/** What a schema's values are in JavaScript, apart from null, as far as a query can carry them. Of a list, its elements. */
export function valueTypes(schema: z.core.$ZodType): ReadonlySet<string> | undefined {
  const value = formValue(schema);
  if (value === undefined) return undefined;
  switch (value.kind) {
    case "int":
      return new Set(["number"]);
    case "date":
      return new Set(["Date"]);
    case "literal":
      return new Set([...value.literals.values()].map((literal) => typeof literal));
    default:
      return new Set([value.kind]);
  }
}
