import type { z } from "zod";
import { type CheckDefinition, definitionOf } from "../../define/schema-definition.js";

/** Whether a value passes as it is. Where it says no, only the schema knows, and what is wrong. */
export type QuickCheck = (value: unknown) => boolean;

/**
 * What a schema takes and gives back unchanged, without asking it: most attributes are texts, numbers and booleans, and
 * a schema's answer is made of four objects, whatever it is asked. Undefined where there is more to a schema than that.
 */
export function quickCheck(schema: z.ZodType): QuickCheck | undefined {
  const { type, format, coerce, innerType, checks = [] } = definitionOf(schema);
  if (coerce) return undefined;
  const inner = innerType && quickCheck(innerType);
  switch (type) {
    case "string":
      return format === undefined ? lengthCheck(checks.map(({ _zod: { def } }) => def)) : undefined;
    case "number":
      if (checks.length > 0 || (format !== undefined && format !== "safeint")) return undefined;
      return format === undefined ? Number.isFinite : Number.isSafeInteger;
    case "boolean":
      return checks.length === 0 ? (value) => typeof value === "boolean" : undefined;
    case "nullable":
      return inner && checks.length === 0 ? (value) => value === null || inner(value) : undefined;
    case "optional":
    case "default":
      return checks.length === 0 ? inner : undefined; // none of the above takes undefined
    default:
      return undefined;
  }
}

function lengthCheck(checks: readonly CheckDefinition[]): QuickCheck | undefined {
  let least = 0;
  let most = Number.POSITIVE_INFINITY;
  for (const { check, minimum, maximum } of checks) {
    if (check === "min_length" && minimum !== undefined) least = Math.max(least, minimum);
    else if (check === "max_length" && maximum !== undefined) most = Math.min(most, maximum);
    else return undefined;
  }
  return (value) => typeof value === "string" && value.length >= least && value.length <= most;
}
