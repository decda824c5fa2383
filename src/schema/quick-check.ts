import type { z } from "zod";
import type { SchemaNode } from "./node.js";
import { schemaNode } from "./schema-node.js";

/** Returns true if the schema accepts the value unchanged. If false, run the schema: it may still accept the value. */
export type QuickCheck = (value: unknown) => boolean;

/**
 * Makes a test for values that a schema returns unchanged, without running it: most attributes are strings, numbers and
 * booleans, and running a schema allocates objects. Undefined if the schema needs more than a type and a length check.
 */
export function quickCheck(schema: z.core.$ZodType): QuickCheck | undefined {
  return nodeCheck(schemaNode(schema, "input"));
}

function nodeCheck(node: SchemaNode): QuickCheck | undefined {
  const { def } = node.schema._zod;
  const { type, checks = [] } = def;
  const format = "format" in def ? def.format : undefined;
  switch (node.kind) {
    case "string":
      return type === "string" && !node.coerces && format === undefined ? lengthCheck(checks) : undefined;
    case "number":
      return !node.coerces && checks.length === 0 ? numberCheck(format) : undefined;
    case "boolean":
      return !node.coerces && checks.length === 0 ? (value) => typeof value === "boolean" : undefined;
    case "nullable": {
      const inner = checks.length === 0 ? nodeCheck(node.inner) : undefined;
      return inner && ((value) => value === null || inner(value));
    }
    case "optional": // no check above accepts undefined
      return checks.length === 0 && type !== "prefault" ? nodeCheck(node.inner) : undefined;
    default:
      return undefined;
  }
}

function numberCheck(format: unknown): QuickCheck | undefined {
  if (format === undefined) return Number.isFinite;
  if (format === "safeint") return Number.isSafeInteger;
  return format === "int32" ? isInt32 : undefined;
}

function isInt32(value: unknown): boolean {
  return typeof value === "number" && (value | 0) === value;
}

function lengthCheck(checks: readonly z.core.$ZodCheck<never>[]): QuickCheck | undefined {
  let min = 0;
  let max = Number.POSITIVE_INFINITY;
  for (const check of checks as readonly z.core.$ZodChecks[]) {
    // other checks match neither case below
    const { def } = check._zod;
    if (def.check === "min_length") min = Math.max(min, def.minimum);
    else if (def.check === "max_length") max = Math.min(max, def.maximum);
    else return undefined;
  }
  return (value) => typeof value === "string" && value.length >= min && value.length <= max;
}
