import type { z } from "zod";

/**
 * What Zod keeps of a schema, as far as it is read here: which members there are follows from `type`. Zod documents
 * these for libraries that walk schemas; its own types know them by class, of which two copies may meet.
 */
export interface SchemaDefinition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly rest?: z.ZodType | null;
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly discriminator?: string;
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly getter?: () => z.ZodType;
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly unknown[];
  readonly format?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly format?: string } } }[];
}

export function definitionOf(schema: z.ZodType): SchemaDefinition {
  return schema._zod.def as unknown as SchemaDefinition; // see above
}

/** The formats of a schema: `z.int()` has its own in its definition, `z.number().int()` has it among its checks. */
export function schemaFormats(schema: z.ZodType): string[] {
  const { format, checks = [] } = definitionOf(schema);
  return [format, ...checks.map((check) => check._zod.def.format)].filter((name) => name !== undefined);
}
