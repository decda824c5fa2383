import { illegalText } from "../source/illegal-text.js";
import type { Operator } from "../source/store.js";

/** Whether a stored value meets a filter, as Postgres would say: a comparison with null is never true, but null differs from 3. */
export function meets(stored: unknown, operator: Operator, value: unknown): boolean {
  switch (operator) {
    case "isnull":
      return (stored === null) === value;
    case "eq":
      return comparable(stored) === comparable(value);
    case "ne":
      return comparable(stored) !== comparable(value);
    case "in":
      return (value as readonly unknown[]).some((one) => comparable(one) === comparable(stored));
    case "contains":
      return text(stored)?.includes(fold(value)) ?? false;
    case "startswith":
      return text(stored)?.startsWith(fold(value)) ?? false;
    case "endswith":
      return text(stored)?.endsWith(fold(value)) ?? false;
    default:
      return meetsOrder(stored, operator, value);
  }
}

function meetsOrder(stored: unknown, operator: "gt" | "gte" | "lt" | "lte", value: unknown): boolean {
  if (stored === null || stored === undefined || value === null || value === undefined) return false;
  if (typeof value === "string" && illegalText(value) !== undefined) return false; // Postgres has no such text to compare with
  const order = compareValues(stored, value);
  switch (operator) {
    case "gt":
      return order > 0;
    case "gte":
      return order >= 0;
    case "lt":
      return order < 0;
    case "lte":
      return order <= 0;
  }
}

/** The order of Postgres in the collation C.UTF-8: nulls last, false before true, text by code points. */
export function compareValues(one: unknown, other: unknown): number {
  const [a, b] = [comparable(one), comparable(other)];
  if (a === b) return 0;
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : 1;
  if (b === null || b === undefined) return -1;
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  return (a as number) < (b as number) ? -1 : 1;
}

/** By code points: `<` would compare the halves of a surrogate pair. */
function compareText(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (const [index, character] of left.entries()) {
    const difference = (character.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

const fold = (value: unknown) => String(value).toLowerCase();
const text = (value: unknown) => (value === null ? undefined : fold(value));
const comparable = (value: unknown) => (value instanceof Date ? value.getTime() : value);
