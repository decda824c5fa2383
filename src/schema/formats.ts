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

/** The kinds of identifier: each has its own form in a path. */
export type IdKind = "int" | "string" | "uuid";

const UUID_FORMATS: ReadonlySet<unknown> = new Set(["uuid", "guid"]);

/** The kind of an id's schema, or undefined if a path cannot carry it. */
export function idKind(schema: z.core.$ZodType): IdKind | undefined {
  const { type } = schema._zod.def;
  const formats = schemaFormats(schema);
  if (type === "string") return formats.some((format) => UUID_FORMATS.has(format)) ? "uuid" : "string";
  if (type === "number" && formats.some((format) => /int/.test(format))) return "int";
  return undefined;
}

/** The most characters of an id. Fastify's router rejects longer ones, and the same limit makes all adapters respond alike. */
export const MAX_ID_LENGTH = 500;

/** The text of a UUID, in any case. No other text may be in a link without escapes. */
export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An id as it is compared with others: uuids are equal in any case. */
export function comparedId(kind: IdKind | undefined, id: string): string {
  return kind === "uuid" ? id.toLowerCase() : id;
}
