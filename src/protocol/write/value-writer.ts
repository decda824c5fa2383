import type { z } from "zod";
import { definitionOf, type SchemaDefinition } from "../../define/schema-definition.js";
import { bySuperjson, isInstance, typeName } from "../../rich/describe.js";
import { superjson } from "../rich/superjson.js";
import { isoDate } from "./iso-date.js";
import { writeOpen } from "./open-value.js";
import { outputSchema } from "./output-schema.js";
import { plainOrJson, quote } from "./quote.js";
import { Misfit } from "./row-error.js";

/**
 * Writes a value as JSON, and checks its kind on the way: a string where a date was declared is found here. Gives
 * undefined where the member is to be left out. Throws a Misfit.
 */
export type ValueWriter = (value: unknown) => string | undefined;

/** Compiles the writer of a schema's output. What it leaves open (any, unions, transforms) is written as it is found. */
export function valueWriter(schema: z.ZodType): ValueWriter {
  return compile(schema, new Map());
}

/**
 * Compiles the writer of values that are texts in JSON: it gives what stands between the quotes, for whoever has more to
 * write around them. Only a string that has something to escape comes with its quotes, as JSON.stringify gives it:
 * cutting them off would make it flat, once more than the whole answer is. Undefined for all other schemas.
 */
export function textWriter(schema: z.ZodType): ((value: unknown) => string) | undefined {
  switch (definitionOf(schema).type) {
    case "string":
    case "template_literal":
      return (value) => plainOrJson(stringOf(value));
    case "date":
      return dateText;
    case "bigint":
      return bigintText;
    default:
      return undefined;
  }
}

type Known = Map<z.ZodType, ValueWriter>;

/** A schema that is met again inside itself stands for the writer that it is going to have. */
function compile(schema: z.ZodType, known: Known): ValueWriter {
  const met = known.get(schema);
  if (met !== undefined) return met;
  let writer: ValueWriter = writeOpen;
  known.set(schema, (value) => writer(value));
  writer = compileKind(schema, known);
  known.set(schema, writer);
  return writer;
}

function compileKind(schema: z.ZodType, known: Known): ValueWriter {
  const def = definitionOf(schema);
  const inner = (of: z.ZodType | undefined) => (of ? compile(of, known) : writeOpen);
  switch (def.type) {
    case "string":
    case "template_literal":
      return writeString;
    case "number":
      return writeNumber;
    case "boolean":
      return writeBoolean;
    case "date":
      return writeDate;
    case "bigint":
      return writeBigint;
    case "null":
      return writeNull;
    case "enum":
    case "literal":
      return literalWriter([...(schema._zod.values ?? [])]);
    case "nullable":
      return orNull(inner(def.innerType));
    case "optional":
      return orAbsent(inner(def.innerType));
    case "default":
    case "nonoptional":
      return inner(withoutOptional(def.innerType));
    case "prefault":
    case "catch":
    case "readonly":
      return inner(def.innerType);
    case "array":
      return listWriter(inner(def.element));
    case "set":
      return setWriter(inner(def.valueType));
    case "map":
      return mapWriter(inner(def.keyType), inner(def.valueType));
    case "record":
      return recordWriter(inner(def.valueType));
    case "object":
      return objectWriter(def, known);
    case "union":
      return unionWriter((def.options ?? []).map((option) => compile(option, known)));
    case "pipe":
      return inner(def.out);
    case "custom":
      return writeCustom;
    case "lazy":
      return lazyWriter(def, known);
    default:
      return writeOpen;
  }
}

/** What a default or `.nonoptional()` gives is never undefined, whatever stands inside. */
function withoutOptional(schema: z.ZodType | undefined): z.ZodType | undefined {
  const def = schema && definitionOf(schema);
  return def?.type === "optional" ? def.innerType : schema;
}

/** A writer that also asks the schema of the output whether the value is one that it could have given. */
export function checkedWriter(schema: z.ZodType): ValueWriter {
  const write = valueWriter(schema);
  const output = outputSchema(schema);
  return (value) => {
    const result = output.safeParse(value);
    if (!result.success)
      throw new Misfit(
        `what its schema gives (${result.error.issues.map(({ message }) => message).join("; ")})`,
        value,
      );
    return write(value);
  };
}

function writeString(value: unknown): string {
  return quote(stringOf(value));
}

function stringOf(value: unknown): string {
  if (typeof value !== "string") throw new Misfit("a string", value);
  return value;
}

function writeNumber(value: unknown): string {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new Misfit("a finite number", value);
  return `${value}`;
}

function writeBoolean(value: unknown): string {
  if (typeof value !== "boolean") throw new Misfit("a boolean", value);
  return value ? "true" : "false";
}

function writeDate(value: unknown): string {
  return `"${dateText(value)}"`;
}

function dateText(value: unknown): string {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) throw new Misfit("a valid Date", value);
  return isoDate(value);
}

function writeBigint(value: unknown): string {
  return `"${bigintText(value)}"`;
}

function bigintText(value: unknown): string {
  if (typeof value !== "bigint") throw new Misfit("a bigint", value);
  return `${value}`;
}

function writeNull(value: unknown): string {
  if (value !== null) throw new Misfit("null", value);
  return "null";
}

/** An instance must be of a type that the client can revive: it promises one. */
function writeCustom(value: unknown): string | undefined {
  const isForeign = typeof value === "object" && value !== null && typeName(value) === undefined && isInstance(value);
  if (isForeign && bySuperjson(value, superjson) === undefined) {
    throw new Misfit("plain, or of a class that superjson knows (superjson.registerCustom)", value);
  }
  return writeOpen(value);
}

function literalWriter(values: readonly unknown[]): ValueWriter {
  const texts = new Map(values.map((value) => [value, writeOpen(value)]));
  return (value) => {
    if (!texts.has(value)) throw new Misfit(`one of ${[...texts.values()].join(", ")}`, value);
    return texts.get(value);
  };
}

function orNull(inner: ValueWriter): ValueWriter {
  return (value) => (value === null ? "null" : inner(value));
}

function orAbsent(inner: ValueWriter): ValueWriter {
  return (value) => (value === undefined ? undefined : inner(value));
}

function listWriter(element: ValueWriter): ValueWriter {
  return (value) => {
    if (!Array.isArray(value)) throw new Misfit("an array", value);
    return joinList(value, element);
  };
}

function setWriter(element: ValueWriter): ValueWriter {
  return (value) => {
    if (!(value instanceof Set)) throw new Misfit("a Set", value);
    return joinList([...value], element);
  };
}

function mapWriter(key: ValueWriter, member: ValueWriter): ValueWriter {
  return (value) => {
    if (!(value instanceof Map)) throw new Misfit("a Map", value);
    return `[${[...value].map(([k, v]) => `[${key(k) ?? "null"},${member(v) ?? "null"}]`).join(",")}]`;
  };
}

function joinList(values: readonly unknown[], element: ValueWriter): string {
  let text = "";
  for (const value of values) text += `${text === "" ? "" : ","}${element(value) ?? "null"}`;
  return `[${text}]`;
}

function recordWriter(member: ValueWriter): ValueWriter {
  return (value) => {
    let text = "";
    for (const [key, item] of Object.entries(asObject(value))) text = append(text, key, member(item));
    return `{${text}}`;
  };
}

/** Keys that the schema does not declare do not leave, unless it is loose or has a catchall. */
function objectWriter(def: SchemaDefinition, known: Known): ValueWriter {
  const members = Object.entries(def.shape ?? {}).map(([key, schema]) => [key, compile(schema, known)] as const);
  const declared = new Set(Object.keys(def.shape ?? {}));
  const others = def.catchall && definitionOf(def.catchall).type !== "never" ? compile(def.catchall, known) : undefined;
  return (value) => {
    const object = asObject(value);
    let text = "";
    for (const [key, write] of members) text = append(text, key, write(object[key]));
    if (others === undefined) return `{${text}}`;
    for (const [key, item] of Object.entries(object)) {
      if (!declared.has(key)) text = append(text, key, others(item));
    }
    return `{${text}}`;
  };
}

/** The first branch that the value fits, as Zod chooses: keys that this branch does not declare do not leave. */
function unionWriter(branches: readonly ValueWriter[]): ValueWriter {
  return (value) => {
    for (const write of branches) {
      try {
        return write(value);
      } catch (error) {
        if (!(error instanceof Misfit)) throw error;
      }
    }
    throw new Misfit("what any branch of its union takes", value);
  };
}

function append(text: string, key: string, written: string | undefined): string {
  if (written === undefined) return text;
  return `${text}${text === "" ? "" : ","}${quote(key)}:${written}`;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw new Misfit("an object", value);
  return value as Readonly<Record<string, unknown>>; // any object may be read by key
}

/** Recursive schemas refer to themselves: the inner writer is made when it is first needed. */
function lazyWriter(def: SchemaDefinition, known: Known): ValueWriter {
  let inner: ValueWriter | undefined;
  return (value) => {
    inner ??= def.getter ? compile(def.getter(), known) : writeOpen;
    return inner(value);
  };
}
