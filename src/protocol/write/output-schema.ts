import { z } from "zod";

interface Def {
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
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
  readonly out?: z.ZodType;
  readonly getter?: () => z.ZodType;
}

/**
 * The schema that judges what a schema gives: a pipe's last one. None where a pipe or a transform stands deeper, since
 * what those take is not what they give.
 */
export function outputSchema(schema: z.ZodType): z.ZodType {
  const def = definitionOf(schema);
  if (def.type === "pipe" && def.out) return outputSchema(def.out);
  return transforms(schema, new Set()) ? z.unknown() : schema;
}

function transforms(schema: z.ZodType, seen: Set<z.ZodType>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const def = definitionOf(schema);
  if (def.type === "pipe" || def.type === "transform") return true;
  return innerSchemas(def).some((inner) => transforms(inner, seen));
}

function innerSchemas(def: Def): z.ZodType[] {
  const { innerType, element, catchall, rest, keyType, valueType, left, right } = def;
  const one = [innerType, element, catchall, rest, keyType, valueType, left, right, def.getter?.()];
  const several = [...Object.values(def.shape ?? {}), ...(def.items ?? []), ...(def.options ?? [])];
  return [...several, ...one.filter((inner) => inner !== undefined && inner !== null)];
}

function definitionOf(schema: z.ZodType): Def {
  return schema._zod.def as unknown as Def; // the members read here are Zod's own, per `type`
}
