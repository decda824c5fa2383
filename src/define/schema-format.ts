import type { z } from "zod";

interface Def {
  readonly format?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly format?: string } } }[];
}

/** The formats of a schema: `z.int()` has its own in its definition, `z.number().int()` has it among its checks. */
export function schemaFormats(schema: z.ZodType): string[] {
  const { format, checks = [] } = schema._zod.def as Def; // the members read here are Zod's own
  return [format, ...checks.map((check) => check._zod.def.format)].filter((name) => name !== undefined);
}
