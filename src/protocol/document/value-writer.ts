import type { z } from "zod";
import { derivedSchema } from "../../schema/derived-schema.js";
import { mayWait, runSchemaNow } from "../../schema/run-schema.js";
import { nodesLeadingTo, resolve, type SchemaNode } from "../../schema/node.js";
import { schemaNode } from "../../schema/schema-node.js";
import { ESCAPED, isoDate, timeOf, quote } from "../text/json-text.js";
import { type Keeper, keeperOf } from "./kept-value.js";
import { writeAnyValue } from "./any-value.js";
import { ValueMismatch } from "./row-error.js";

/**
 * Writes a value as JSON and checks its type. Returns undefined if the member must be omitted. Throws a ValueMismatch for a
 * value of another type.
 */
export type ValueWriter = (value: unknown) => string | undefined;

/** Compiles the writer of a schema's output. It omits members that the schema does not declare. */
export function valueWriter(schema: z.ZodType): ValueWriter {
  return nodeWriter(schemaNode(schema, "output"));
}

/** Compiles a function that removes undeclared members from a schema's output. */
export function valueKeeper(schema: z.ZodType): Keeper {
  return keeperOf(schemaNode(schema, "output"));
}

/**
 * Compiles the writer of values that are strings in JSON. It returns the text between the quotes, or JSON with quotes for a
 * string that needs escapes. Undefined for all other schemas.
 */
export function textWriter(schema: z.ZodType): ((value: unknown) => string) | undefined {
  switch (resolve(schemaNode(schema, "output")).kind) {
    case "string":
      return plainText;
    case "date":
      return dateText;
    case "bigint":
      return bigintText;
    default:
      return undefined;
  }
}

/** Writes scalars directly. Removes undeclared members from other values, and writes them with one call. */
function nodeWriter(node: SchemaNode): ValueWriter {
  switch (node.kind) {
    case "string":
      return (value) => quote(stringOf(value));
    case "number":
      return writeNumber;
    case "boolean":
      return writeBoolean;
    case "date":
      return (value) => `"${dateText(value)}"`;
    case "bigint":
      return (value) => `"${bigintText(value)}"`;
    case "nullable": {
      const inner = nodeWriter(node.inner);
      return (value) => (value === null ? "null" : inner(value));
    }
    case "optional": {
      const inner = nodeWriter(node.inner);
      return (value) => (value === undefined ? undefined : inner(value));
    }
    case "alias":
      return node.inCycle ? keptWriter(node) : nodeWriter(node.inner);
    default:
      return keptWriter(node);
  }
}

function keptWriter(node: SchemaNode): ValueWriter {
  const keep = keeperOf(node);
  const write = nodesLeadingTo(node, isBeyondJson).size > 0 ? writeAnyValue : JSON.stringify;
  return (value) => {
    const kept = keep(value);
    return kept === undefined ? undefined : write(kept);
  };
}

/** Whether `JSON.stringify` cannot write values of a node. It writes dates correctly. */
function isBeyondJson(node: SchemaNode): boolean {
  return BEYOND_JSON.has(node.kind) || (node.kind === "record" && node.isLoose);
}

const BEYOND_JSON = new Set<SchemaNode["kind"]>([
  "bigint",
  "catch",
  "instance",
  "literal",
  "map",
  "nan",
  "open",
  "set",
]);

/** A writer that also validates the value with its schema, unless the schema has asynchronous checks. */
export function checkedWriter(schema: z.ZodType): ValueWriter {
  const write = valueWriter(schema);
  const output = derivedSchema(schema, "output");
  const waits = mayWait(schema);
  return (value) => {
    const outcome = runSchemaNow(output, value, waits);
    if (outcome?.success !== false) return write(value);
    throw new ValueMismatch(
      `a value that passes its schema (${outcome.issues.map(({ message }) => message).join("; ")})`,
      value,
    );
  };
}

function plainText(value: unknown): string {
  if (typeof value !== "string") throw new ValueMismatch("a string", value);
  return ESCAPED.test(value) ? JSON.stringify(value) : value;
}

function stringOf(value: unknown): string {
  if (typeof value !== "string") throw new ValueMismatch("a string", value);
  return value;
}

function writeNumber(value: unknown): string {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new ValueMismatch("a finite number", value);
  return `${value}`;
}

function writeBoolean(value: unknown): string {
  if (typeof value !== "boolean") throw new ValueMismatch("a boolean", value);
  return value ? "true" : "false";
}

function dateText(value: unknown): string {
  const time = value instanceof Date ? timeOf(value) : Number.NaN;
  if (Number.isNaN(time)) throw new ValueMismatch("a valid Date", value);
  return isoDate(time);
}

function bigintText(value: unknown): string {
  if (typeof value !== "bigint") throw new ValueMismatch("a bigint", value);
  return `${value}`;
}
