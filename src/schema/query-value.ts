import type { z } from "zod";
import { schemaFormats } from "./formats.js";
import type { SchemaNode } from "./node.js";
import { takesAbsence } from "./presence.js";
import { runSchemaNow } from "./run-schema.js";
import { schemaNode } from "./schema-node.js";

/** The kinds of value that a query string can carry. */
export type QueryKind = "string" | "int" | "number" | "boolean" | "date" | "bigint" | "literal";

/** How a parameter is read before its schema judges it. */
export interface QueryValue {
  readonly kind: QueryKind;
  /** For enums and literals: each value by its text. */
  readonly literals: ReadonlyMap<string, unknown>;
  readonly nullable: boolean;
  /** Whether the parameter may be left out. */
  readonly optional: boolean;
  /** A comma list of the kind. */
  readonly list: boolean;
}

const NO_LITERALS: ReadonlyMap<string, unknown> = new Map();

/** What a query string can carry, for messages. */
export const QUERY_KINDS =
  "strings, integers, numbers, booleans, enums, literals, uuids, dates, bigints, their nullables (of all but strings) and arrays of them";

/** Reads how a schema's value travels in a query string; gives the reason where it cannot. */
export function queryValue(schema: z.core.$ZodType): QueryValue | string {
  const optional = takesAbsence(schema);
  let node = schemaNode(schema, "input");
  let nullable = false;
  for (;;) {
    if (node.kind === "nullable") nullable = true;
    else if (!isWrapper(node)) break;
    node = node.inner;
  }
  if (node.kind === "array") {
    const element = queryValue(node.element.schema);
    if (typeof element === "string") return element;
    if (element.list) return "an array of arrays";
    if (element.nullable || nullable) return "an array with null";
    return { ...element, optional, list: true };
  }
  const base = baseKind(node);
  if (typeof base === "string") return base;
  // A uuid is a string, too, and can never be "null".
  if (nullable && base.kind === "string" && runSchemaNow(node.schema, "null")?.success !== false) {
    return 'a nullable string, of which "null" would be ambiguous';
  }
  if (nullable && base.literals.has("null")) return 'a nullable of which "null" is a value';
  return { ...base, nullable, optional, list: false };
}

/** Wrappers that a query's value is read through. A pipe or a lazy schema is not one of them. */
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
      return `a choice of ${JSON.stringify(String(value))} and ${String(value)}, which look alike`;
    map.set(String(value), value);
  }
  return { kind: "literal", literals: map };
}
