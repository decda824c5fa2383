import { hasChecks, isAnyString, schemaFormats } from "./formats.js";
import type { SchemaNode, UnionNode } from "./node.js";

/**
 * Whether a union accepts any JSON, as the one of `z.json()` does: text, numbers, booleans, null, arrays of itself and
 * records of itself, without checks.
 */
export function isAnyJson(union: UnionNode): boolean {
  const parts = new Set(union.options.map((option) => partOf(option, union)));
  return PARTS.every((part) => parts.has(part)) && parts.size === PARTS.length && !hasChecks(union.schema);
}

const PARTS = ["string", "number", "boolean", "null", "array", "record"] as const;

function partOf(node: SchemaNode, union: UnionNode): SchemaNode["kind"] | undefined {
  if (hasChecks(node.schema) || schemaFormats(node.schema).length > 0) return undefined;
  switch (node.kind) {
    case "string":
      return isAnyString(node.schema) && !node.coerces ? "string" : undefined;
    case "number":
    case "boolean":
      return node.coerces ? undefined : node.kind;
    case "null":
      return "null";
    case "array":
      return isLazily(union, node.element) ? "array" : undefined;
    case "record":
      return isAnyString(node.key.schema) && isLazily(union, node.value) ? "record" : undefined;
    default:
      return undefined;
  }
}

/** Whether a node is the union itself, possibly behind `z.lazy`. */
function isLazily(union: UnionNode, node: SchemaNode): boolean {
  let found = node;
  const seen = new Set([found]);
  while (found.kind === "alias" && found.schema._zod.def.type === "lazy" && !hasChecks(found.schema)) {
    found = found.inner;
    if (seen.has(found)) return false;
    seen.add(found);
  }
  return found === union;
}

/** Returned for a value that is not JSON. */
export const NOT_JSON = Symbol("not JSON");

/** A limit for values that contain themselves. */
const MAX_DEPTH = 1000;

/** Copies JSON as Zod does: without members called `__proto__`. Zod itself keeps several records for each part of a value. */
export function copyJson(value: unknown, depth = 0): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : NOT_JSON;
    case "object":
      break;
    default:
      return NOT_JSON;
  }
  if (value === null) return null;
  if (depth > MAX_DEPTH) return NOT_JSON;
  return Array.isArray(value) ? copyArray(value, depth + 1) : copyObject(value, depth + 1);
}

function copyArray(values: readonly unknown[], depth: number): unknown {
  const copy: unknown[] = [];
  for (const value of values) {
    const copied = copyJson(value, depth);
    if (copied === NOT_JSON) return NOT_JSON;
    copy.push(copied);
  }
  return copy;
}

function copyObject(object: object, depth: number): unknown {
  if (Object.getPrototypeOf(object) !== Object.prototype || Object.getOwnPropertySymbols(object).length > 0)
    return NOT_JSON;
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) {
    if (name === "__proto__") continue;
    const copied = copyJson(value, depth);
    if (copied === NOT_JSON) return NOT_JSON;
    copy[name] = copied;
  }
  return copy;
}
