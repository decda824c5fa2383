import { z } from "zod";
import { definitionOf, type SchemaDefinition } from "../../define/schema-definition.js";

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

function innerSchemas(def: SchemaDefinition): z.ZodType[] {
  const { innerType, element, catchall, rest, keyType, valueType, left, right } = def;
  const one = [innerType, element, catchall, rest, keyType, valueType, left, right, def.getter?.()];
  const several = [...Object.values(def.shape ?? {}), ...(def.items ?? []), ...(def.options ?? [])];
  return [...several, ...one.filter((inner) => inner !== undefined && inner !== null)];
}
