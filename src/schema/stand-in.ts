import { z } from "zod";
import { cloneWith } from "./clone-with.js";
import { madeOnce } from "./made-once.js";

// Zod copies a definition, including this symbol, into each schema derived from it: by `.refine()` or `.meta()`, for example.
const STANDS_FOR = Symbol("name of the real schema");

/** Returns a copy of a schema that stands for another schema of its type. The name finds that schema later. */
export function standIn(schema: z.ZodType, name: string): z.ZodType {
  return cloneWith(schema, { [STANDS_FOR]: name });
}

/** Returns the schema itself, or a copy if it contains a stand-in. */
export type ReplaceStandIns = <TSchema extends z.core.$ZodType>(schema: TSchema) => TSchema;

/** Replaces stand-ins by the real schemas, inside the wrappers and arrays that a query can carry. */
export function standInReplacer(realOf: (name: string) => z.ZodType): ReplaceStandIns {
  /** A schema that two parameters share must stay one schema, because its `.meta()` may give it an id. */
  const known = new Map<z.core.$ZodType, z.core.$ZodType>();
  const replace: ReplaceStandIns = <TSchema extends z.core.$ZodType>(schema: TSchema) =>
    madeOnce(known, schema, () => make(schema as unknown as z.core.$ZodTypes)) as TSchema; // a copy, or of the stand-in's type
  /** A kind that Zod does not have has no case here. */
  const make = (schema: z.core.$ZodTypes): z.core.$ZodType => {
    const { def } = schema._zod;
    if (STANDS_FOR in def) {
      const real = realOf(def[STANDS_FOR] as string); // only `standIn` sets it
      const checks = [...(real._zod.def.checks ?? []), ...(def.checks ?? [])];
      return copy(schema, real, { checks });
    }
    if ("innerType" in def) {
      const innerType = replace(def.innerType);
      return innerType === def.innerType ? schema : copy(schema, schema, { innerType });
    }
    if (def.type !== "array") return schema;
    const element = replace(def.element);
    return element === def.element ? schema : copy(schema, schema, { element });
  };
  return replace;
}

/** Copies a schema with changed members, and with the `.meta()` of the schema that it replaces. */
function copy(replaced: z.core.$ZodType, schema: z.core.$ZodType, members: object): z.core.$ZodType {
  const made = cloneWith(schema, members);
  const meta = z.globalRegistry.get(replaced);
  if (meta !== undefined) z.globalRegistry.add(made as z.ZodType, meta); // each of these is a schema of `z`
  return made;
}
