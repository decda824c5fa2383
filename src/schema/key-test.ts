import { z } from "zod";
import { hasChecks, schemaFormats } from "./formats.js";
import type { SchemaNode } from "./node.js";

/** Whether a schema takes every string. */
export function isAnyString(schema: z.core.$ZodType): boolean {
  return schema._zod.def.type === "string" && !hasChecks(schema) && schemaFormats(schema).length === 0;
}

/** Makes a test for the keys of a record. Zod takes the key "12" for the number 12, too. */
export function keyTest(key: SchemaNode, schema: z.core.$ZodType): (name: string) => boolean {
  if (isAnyString(key.schema)) return () => true;
  const takes = (name: unknown) => z.safeParse(schema, name).success;
  return (name) => takes(name) || (String(Number(name)) === name && takes(Number(name)));
}
