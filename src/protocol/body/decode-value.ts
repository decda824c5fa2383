import { z } from "zod";
import { definitionOf, type SchemaDefinition } from "../../define/schema-definition.js";
import { mapMembers } from "../../rich/values.js";
import { parseBigint, parseDate } from "../query/parse-value.js";

/** Turns JSON into the values that a schema expects: a date's text into a Date. What does not fit stays, for the schema to refuse. */
export type ValueDecoder = (value: unknown) => unknown;

/** The decoder of a schema's input, or undefined where JSON already is what it expects. */
export function valueDecoder(schema: z.ZodType): ValueDecoder | undefined {
  return compile(schema, new Map());
}

type Known = Map<z.ZodType, ValueDecoder | undefined>;

/** A schema that is met again inside itself stands for the decoder that it is going to have. */
function compile(schema: z.ZodType, known: Known): ValueDecoder | undefined {
  if (known.has(schema)) return known.get(schema);
  let decoder: ValueDecoder | undefined;
  known.set(schema, (value) => apply(decoder, value));
  decoder = compileKind(schema, known);
  known.set(schema, decoder);
  return decoder;
}

function compileKind(schema: z.ZodType, known: Known): ValueDecoder | undefined {
  const def = definitionOf(schema);
  if (def.type === "lazy") return compileLazy(def, known);
  const inner = def.innerType && compile(def.innerType, known);
  const element = def.element && compile(def.element, known);
  const key = def.keyType && compile(def.keyType, known);
  const member = def.valueType && compile(def.valueType, known);
  switch (def.type) {
    case "date":
      return (value) => (typeof value === "string" ? (parseDate(value) ?? value) : value);
    case "bigint":
      return (value) => (typeof value === "string" ? (parseBigint(value) ?? value) : value);
    case "literal":
      return literalDecoder(def.values ?? []);
    case "array":
      return element && ((value) => (Array.isArray(value) ? value.map(element) : value));
    case "set":
      return (value) => (Array.isArray(value) ? new Set(member ? value.map(member) : value) : value);
    case "map":
      return (value) => (isEntries(value) ? new Map(value.map(([k, v]) => [apply(key, k), apply(member, v)])) : value);
    case "record":
      return member && ((value) => mapObject(value, () => member));
    case "object":
      return compileObject(def, known);
    case "tuple":
      return compileTuple(def, known);
    case "union":
      return compileUnion(def, known);
    case "pipe":
      return def.in && compile(def.in, known);
    default:
      return inner;
  }
}

function apply(decode: ValueDecoder | undefined, value: unknown): unknown {
  return decode === undefined ? value : decode(value);
}

/** The texts of bigints among the values, unless they are values themselves. */
function literalDecoder(values: readonly unknown[]): ValueDecoder | undefined {
  const bigints = new Map(values.filter((value) => typeof value === "bigint").map((value) => [`${value}`, value]));
  for (const value of values) if (typeof value === "string") bigints.delete(value);
  return bigints.size === 0 ? undefined : (value) => bigints.get(value as string) ?? value; // a map may be asked for anything
}

function isEntries(value: unknown): value is [unknown, unknown][] {
  return Array.isArray(value) && value.every((entry) => Array.isArray(entry) && entry.length === 2);
}

/** Own members only, also one called `__proto__`. */
function mapObject(value: unknown, decoderOf: (key: string) => ValueDecoder | undefined): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return mapMembers(value, (member, key) => apply(decoderOf(key), member));
}

function compileObject(def: SchemaDefinition, known: Known): ValueDecoder | undefined {
  const decoders = new Map<string, ValueDecoder>();
  for (const [key, schema] of Object.entries(def.shape ?? {})) {
    const decoder = compile(schema, known);
    if (decoder !== undefined) decoders.set(key, decoder);
  }
  return decoders.size === 0 ? undefined : (value) => mapObject(value, (key) => decoders.get(key));
}

function compileTuple(def: SchemaDefinition, known: Known): ValueDecoder | undefined {
  const decoders = (def.items ?? []).map((schema) => compile(schema, known));
  if (decoders.every((decoder) => decoder === undefined)) return undefined;
  return (value) => (Array.isArray(value) ? value.map((item, index) => apply(decoders[index], item)) : value);
}

/** The branch that the discriminator names, or the first that takes the value, as it is or decoded. */
function compileUnion(def: SchemaDefinition, known: Known): ValueDecoder | undefined {
  const branches = (def.options ?? []).map((schema) => ({ schema, decode: compile(schema, known) }));
  if (branches.every(({ decode }) => decode === undefined)) return undefined;
  return (value) => {
    for (const { schema, decode } of branches) {
      const decoded = apply(decode, value);
      if (isNamed(schema, def.discriminator, value) || accepts(schema, decoded)) return decoded;
    }
    return value;
  };
}

function isNamed(schema: z.ZodType, discriminator: string | undefined, value: unknown): boolean {
  if (discriminator === undefined || value === null || typeof value !== "object") return false;
  const named = (value as Readonly<Record<string, unknown>>)[discriminator]; // any object may be read by key
  return schema._zod.propValues?.[discriminator]?.has(named as string) ?? false; // a set may be asked for anything
}

/** A branch with asynchronous checks is taken for one that accepts: they are asked when the whole value is judged. */
export function accepts(schema: z.ZodType, value: unknown): boolean {
  try {
    return schema.safeParse(value).success;
  } catch (error) {
    if (error instanceof z.core.$ZodAsyncError) return true;
    throw error;
  }
}

/** Compiled when first called: what it refers to may not be declared yet. */
function compileLazy(def: SchemaDefinition, known: Known): ValueDecoder {
  let decode: ValueDecoder | undefined;
  let compiled = false;
  return (value) => {
    if (!compiled) {
      compiled = true;
      decode = def.getter && compile(def.getter(), known);
    }
    return apply(decode, value);
  };
}
