import type { z } from "zod";

/** Which end of a schema is meant: what requests send, or what rows hold. */
export type Side = "input" | "output";

type Getter<T> = () => T;

/** What Zod's definitions hold, by kind. Written here anew, so that the oracle shares nothing with what it judges. */
export interface Definition {
  readonly type: z.core.$ZodTypeDef["type"];
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly check: string } } }[];
  readonly coerce?: boolean;
  readonly format?: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
  readonly element?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly rest?: z.ZodType | null;
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly mode?: string;
  readonly options?: readonly z.ZodType[];
  readonly inclusive?: boolean;
  readonly discriminator?: string;
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly getter?: Getter<z.ZodType>;
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
}

export function definition(schema: z.ZodType): Definition {
  return schema._zod.def as unknown as Definition; // Zod declares one type for each kind
}

/** Whether a union takes only what exactly one of its members takes. A discriminated one has the flag, too. */
export function isExclusive({ inclusive, discriminator }: Definition): boolean {
  return inclusive === false && discriminator === undefined;
}

/** The class that `z.instanceof` asks for. */
export function instanceClass(schema: z.ZodType): unknown {
  return schema._zod.bag.Class;
}

/** The schemas right inside a schema. */
export function innerSchemas(schema: z.ZodType): z.ZodType[] {
  const def = definition(schema);
  const { element, catchall, rest, keyType, valueType, left, right, innerType } = def;
  const lazy = def.type === "lazy" ? lazyInner(schema) : undefined;
  const one = [element, catchall, rest, keyType, valueType, left, right, innerType, def.in, def.out, lazy];
  const members = def.type === "object" ? Object.values(def.shape ?? {}) : [];
  return [...members, ...(def.items ?? []), ...(def.options ?? []), ...one].filter(
    (inner) => inner != null,
  ) as z.ZodType[];
}

/** The schemas inside a schema that judge the same value as it does, not a part of it. */
export function sameValueSchemas(schema: z.ZodType): z.ZodType[] {
  const { left, right, innerType, in: first, out, options = [], type } = definition(schema);
  const lazy = type === "lazy" ? lazyInner(schema) : undefined;
  return [...options, left, right, innerType, first, out, lazy].filter((inner) => inner !== undefined);
}

/** A getter may make another schema at each call: Zod keeps the first one. */
export function lazyInner(schema: z.ZodType): z.ZodType {
  return (schema as unknown as { _zod: { innerType: z.ZodType } })._zod.innerType; // of a lazy schema
}

/** All schemas inside a schema, and itself. */
export function allSchemas(schema: z.ZodType): ReadonlySet<z.ZodType> {
  const found = new Set<z.ZodType>();
  const visit = (one: z.ZodType) => {
    if (found.has(one)) return;
    found.add(one);
    for (const inner of innerSchemas(one)) visit(inner);
  };
  visit(schema);
  return found;
}
