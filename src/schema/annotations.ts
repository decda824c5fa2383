import type { z } from "zod";

/** How many elements a set or a map may have. */
export function sizeBounds(schema: z.core.$ZodType) {
  const bounds: { min?: number; max?: number } = {};
  for (const def of checksOf(schema)) {
    if (def.check === "min_size") bounds.min = def.minimum;
    if (def.check === "max_size") bounds.max = def.maximum;
    if (def.check === "size_equals") Object.assign(bounds, { min: def.size, max: def.size });
  }
  return bounds;
}

/** The patterns that a string must match: its format's, and those of its checks. */
export function patternsOf(schema: z.core.$ZodType): RegExp[] {
  return [schema._zod.def, ...checksOf(schema)].flatMap((def) =>
    "pattern" in def && def.pattern instanceof RegExp ? [def.pattern] : [],
  );
}

/** The only check of a string schema, if that is a pattern without flags. */
export function onlyPattern(schema: z.core.$ZodType): string | undefined {
  const { type } = schema._zod.def;
  const [pattern] = patternsOf(schema);
  if (type !== "string" || checksOf(schema).length !== 1 || pattern === undefined || pattern.flags !== "")
    return undefined;
  return pattern.source;
}

/** Returns a function that computes the default of a schema, or undefined if the schema has no default. */
export function defaultMaker(schema: z.core.$ZodType): (() => unknown) | undefined {
  const { def } = schema._zod as z.core.$ZodTypes["_zod"]; // every kind of Zod's
  return def.type === "default" || def.type === "prefault" ? () => def.defaultValue : undefined;
}

/** Whether a schema has a check that JSON Schema cannot describe, such as `.refine()`. */
export function hasCustomCheck(schema: z.core.$ZodType): boolean {
  return (schema._zod.def.checks ?? []).some((check) => check._zod.def.check === "custom");
}

function checksOf(schema: z.core.$ZodType): z.core.$ZodChecks["_zod"]["def"][] {
  return (schema._zod.def.checks ?? []).map((check) => (check as unknown as z.core.$ZodChecks)._zod.def); // custom checks have the name "custom"
}
