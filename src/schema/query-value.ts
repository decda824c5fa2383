import type { z } from "zod";
import { accepts } from "./run-schema.js";
import { schemaFormats } from "./formats.js";
import type { SchemaNode } from "./node.js";
import { takesAbsence } from "./presence.js";
import { schemaNode } from "./schema-node.js";

/** The kinds of value that a query string can carry. */
export type QueryKind = "string" | "int" | "number" | "boolean" | "date" | "bigint" | "literal";

/** How a parameter is read before its schema validates it. */
export interface QueryValue {
  readonly kind: QueryKind;
  /** The values of an enum or a literal, by their text. */
  readonly literals: ReadonlyMap<string, unknown>;
  readonly nullable: boolean;
  /** Whether the parameter may be omitted. */
  readonly optional: boolean;
  /** Whether the parameter is a comma-separated list. */
  readonly list: boolean;
}

const NO_LITERALS: ReadonlyMap<string, unknown> = new Map();

/** The types that a query string can carry, for messages. */
export const QUERY_KINDS =
  "strings, integers, numbers, booleans, enums, literals, uuids, dates, bigints, nullables of these (except strings), and arrays of these";

/** Returns how a query string carries a schema's value, or the reason why it cannot. */
export function queryValue(schema: z.core.$ZodType): QueryValue | string {
  return textValue(schema, false);
}

/**
 * Returns how the fields of a form carry a schema's value, or undefined if they cannot. A list is several fields. No text means null, so a
 * nullable string is any text.
 */
export function formValue(schema: z.core.$ZodType): QueryValue | undefined {
  const value = textValue(schema, true);
  return typeof value === "string" ? undefined : value;
}

function textValue(schema: z.core.$ZodType, isForm: boolean): QueryValue | string {
  const optional = takesAbsence(schema);
  const { node, nullable } = unwrapped(schema);
  if (node.kind === "array") {
    const element = textValue(node.element.schema, isForm);
    if (typeof element === "string") return element;
    if (element.list) return "an array of arrays";
    if (!isForm && (element.nullable || nullable)) return "an array with null";
    return { ...element, optional, list: true };
  }
  const base = baseKind(node);
  if (typeof base === "string") return base;
  if (nullable && !isForm) {
    // A uuid is a string that can never be "null".
    if (base.kind === "string" && accepts(node.schema, "null"))
      return 'a nullable string, for which "null" is ambiguous';
    if (base.literals.has("null")) return 'a nullable literal that includes "null"';
  }
  return { ...base, nullable, optional, list: false };
}

function unwrapped(schema: z.core.$ZodType): { readonly node: SchemaNode; readonly nullable: boolean } {
  let node = schemaNode(schema, "input");
  let nullable = false;
  for (;;) {
    if (node.kind === "nullable") nullable = true;
    else if (!isWrapper(node)) return { node, nullable };
    node = node.inner;
  }
}

/** Whether a node is a wrapper that a query value can have. A pipe and a lazy schema are not. */
function isWrapper(node: SchemaNode): node is Extract<SchemaNode, { readonly inner: SchemaNode }> {
  if (node.kind === "alias") return node.schema._zod.def.type === "readonly";
  return node.kind === "optional" || node.kind === "required" || node.kind === "catch";
}

function baseKind(node: SchemaNode): { kind: QueryKind; literals: ReadonlyMap<string, unknown> } | string {
  switch (node.kind) {
    case "string":
      return { kind: "string", literals: NO_LITERALS };
    case "number": {
      const isInteger = schemaFormats(node.schema).some((format) => /int/.test(format));
      return { kind: isInteger ? "int" : "number", literals: NO_LITERALS };
    }
    case "boolean":
    case "date":
    case "bigint":
      return { kind: node.kind, literals: NO_LITERALS };
    case "literal":
      return literals([...node.values]);
    default:
      return `a schema of type "${node.schema._zod.def.type}"`;
  }
}

function literals(values: readonly unknown[]): { kind: QueryKind; literals: ReadonlyMap<string, unknown> } | string {
  const map = new Map<string, unknown>();
  for (const value of values) {
    if (value === null || value === undefined) return `the literal ${value}`;
    if (map.has(String(value)))
      return `a choice of ${JSON.stringify(String(value))} and ${String(value)}, which have the same text`;
    map.set(String(value), value);
  }
  return { kind: "literal", literals: map };
}
