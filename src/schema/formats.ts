import type { z } from "zod";

/** The formats of a schema: `z.int()` has it in its definition, `z.number().int()` in its checks. */
export function schemaFormats(schema: z.core.$ZodType): string[] {
  const { def } = schema._zod;
  return [def, ...(def.checks ?? []).map((check) => check._zod.def)].flatMap((each) =>
    "format" in each && typeof each.format === "string" ? [each.format] : [],
  );
}

/** Whether a schema has checks beyond its type and format. */
export function hasChecks(schema: z.core.$ZodType): boolean {
  return (schema._zod.def.checks ?? []).length > 0;
}

/** Whether a schema takes every string. */
export function isAnyString(schema: z.core.$ZodType): boolean {
  return schema._zod.def.type === "string" && !hasChecks(schema) && schemaFormats(schema).length === 0;
}
