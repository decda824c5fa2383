import type { z } from "zod";
import { definitionOf, type SchemaDefinition, schemaFormats } from "./schema-definition.js";

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
export function queryValue(schema: z.ZodType): QueryValue | string {
  const optional = schema._zod.optin !== undefined; // Zod's own word: `.optional().nonoptional()` is required again
  let inner = schema;
  let nullable = false;
  for (;;) {
    const def = definitionOf(inner);
    if (def.innerType === undefined || !TRANSPARENT.has(def.type)) break;
    if (def.type === "nullable") nullable = true;
    inner = def.innerType;
  }
  const def = definitionOf(inner);
  const list = def.type === "array";
  if (list && def.element !== undefined) {
    const element = queryValue(def.element);
    if (typeof element === "string") return element;
    if (element.list) return "an array of arrays";
    if (element.nullable || nullable) return "an array with null";
    return { ...element, optional, list };
  }
  const base = baseKind(inner, def);
  if (typeof base === "string") return base;
  // A uuid is a string, too, and can never be "null".
  if (nullable && base.kind === "string" && inner.safeParse("null").success) {
    return 'a nullable string, of which "null" would be ambiguous';
  }
  if (nullable && base.literals.has("null")) return 'a nullable of which "null" is a value';
  return { ...base, nullable, optional, list: false };
}

const TRANSPARENT: ReadonlySet<string> = new Set([
  "nullable",
  "optional",
  "default",
  "prefault",
  "catch",
  "readonly",
  "nonoptional",
]);

function baseKind(
  schema: z.ZodType,
  def: SchemaDefinition,
): { kind: QueryKind; literals: ReadonlyMap<string, unknown> } | string {
  switch (def.type) {
    case "string":
    case "template_literal":
      return { kind: "string", literals: NO_LITERALS };
    case "number":
      return {
        kind: schemaFormats(schema).some((format) => /int/.test(format)) ? "int" : "number",
        literals: NO_LITERALS,
      };
    case "boolean":
    case "date":
    case "bigint":
      return { kind: def.type, literals: NO_LITERALS };
    case "enum":
      return literals(enumValues(def.entries ?? {}));
    case "literal":
      return literals(def.values ?? []);
    default:
      return `a schema of type "${def.type}"`;
  }
}

/** A TypeScript enum of numbers also maps each number back to its name: those are no values. */
function enumValues(entries: Readonly<Record<string, string | number>>): unknown[] {
  const numbers = Object.values(entries).filter((value) => typeof value === "number");
  return Object.entries(entries)
    .filter(([key]) => !numbers.includes(+key))
    .map(([, value]) => value);
}

function literals(values: readonly unknown[]): { kind: QueryKind; literals: ReadonlyMap<string, unknown> } | string {
  const map = new Map<string, unknown>();
  for (const value of values) {
    if (value === null || value === undefined) return `the literal ${value}`;
    map.set(String(value), value);
  }
  return { kind: "literal", literals: map };
}
