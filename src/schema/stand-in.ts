import { z } from "zod";

// Zod copies a definition, with this, into each schema that it derives from one: by `.refine()`, `.meta()` and the like.
const STANDS_FOR = Symbol("what a schema stands for");

/** A copy of a schema that stands for another one of its type, which is known only later by its name. */
export function standIn(schema: z.ZodType, name: string): z.ZodType {
  return z.core.clone(schema, withMembers(schema, { [STANDS_FOR]: name }));
}

/** Puts real schemas in place of stand-ins, inside the wrappers and arrays that a query can carry. */
export class StandInReplacer {
  readonly #realOf: (name: string) => z.ZodType;
  /** A schema that two parameters share stays one, because its `.meta()` may give it an id. */
  readonly #known = new Map<z.core.$ZodType, z.core.$ZodType>();

  constructor(realOf: (name: string) => z.ZodType) {
    this.#realOf = realOf;
  }

  /** The schema, or a copy of it where it has a stand-in. */
  replace<TSchema extends z.core.$ZodType>(schema: TSchema): TSchema {
    let replaced = this.#known.get(schema);
    if (replaced === undefined) {
      replaced = this.#make(schema as unknown as z.core.$ZodTypes); // a kind that Zod does not have has no case below
      this.#known.set(schema, replaced);
    }
    return replaced as TSchema; // a copy, or of the type that was stood for
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

/** Copies a schema, with other members, and with what `.meta()` says of the one that it replaces. */
function copy(replaced: z.core.$ZodType, schema: z.core.$ZodType, members: object): z.core.$ZodType {
  const made = z.core.clone(schema, withMembers(schema, members));
  const meta = z.globalRegistry.get(replaced);
  if (meta !== undefined) z.globalRegistry.add(made as z.ZodType, meta); // each of these is a schema of `z`
  return made;
}

/** By descriptors: a default may be a getter, which must stay one. */
function withMembers<TSchema extends z.core.$ZodType>(schema: TSchema, members: object): TSchema["_zod"]["def"] {
  const descriptors = {
    ...Object.getOwnPropertyDescriptors(schema._zod.def),
    ...Object.getOwnPropertyDescriptors(members),
  };
  return Object.defineProperties({}, descriptors) as TSchema["_zod"]["def"]; // the same, but for the members
}
