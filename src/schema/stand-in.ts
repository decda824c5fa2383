import { z } from "zod";
import { cloneWith } from "./clone-with.js";
import { madeOnce } from "./made-once.js";

// Zod copies a definition, including this symbol, into each schema derived from it: by `.refine()` or `.meta()`, for example.
const STANDS_FOR = Symbol("name of the real schema");

/** Returns a copy of a schema that stands for another schema of its type. The name finds that schema later. */
export function standIn(schema: z.ZodType, name: string): z.ZodType {
  return cloneWith(schema, { [STANDS_FOR]: name });
}

/** Replaces stand-ins by the real schemas, inside the wrappers and arrays that a query can carry. */
export class StandInReplacer {
  readonly #realOf: (name: string) => z.ZodType;
  /** A schema that two parameters share must stay one schema, because its `.meta()` may give it an id. */
  readonly #known = new Map<z.core.$ZodType, z.core.$ZodType>();

  constructor(realOf: (name: string) => z.ZodType) {
    this.#realOf = realOf;
  }

  /** Returns the schema itself, or a copy if it contains a stand-in. */
  replace<TSchema extends z.core.$ZodType>(schema: TSchema): TSchema {
    const known = schema as unknown as z.core.$ZodTypes; // a kind that Zod does not have has no case below
    return madeOnce(this.#known, schema, () => this.#make(known)) as TSchema; // a copy, or of the stand-in's type
  }

  #make(schema: z.core.$ZodTypes): z.core.$ZodType {
    const { def } = schema._zod;
    if (STANDS_FOR in def) {
      const real = this.#realOf(def[STANDS_FOR] as string); // only `standIn` sets it
      const checks = [...(real._zod.def.checks ?? []), ...(def.checks ?? [])];
      return copy(schema, real, { checks });
    }
    if ("innerType" in def) {
      const innerType = this.replace(def.innerType);
      return innerType === def.innerType ? schema : copy(schema, schema, { innerType });
    }
    if (def.type === "array") {
      const element = this.replace(def.element);
      return element === def.element ? schema : copy(schema, schema, { element });
    }
    return schema;
  }
}

/** Copies a schema with changed members, and with the `.meta()` of the schema that it replaces. */
function copy(replaced: z.core.$ZodType, schema: z.core.$ZodType, members: object): z.core.$ZodType {
  const made = cloneWith(schema, members);
  const meta = z.globalRegistry.get(replaced);
  if (meta !== undefined) z.globalRegistry.add(made as z.ZodType, meta); // each of these is a schema of `z`
  return made;
}
