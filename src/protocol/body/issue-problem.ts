import type { z } from "zod";
import type { Problem } from "../problem.js";
import { pointer } from "./pointer.js";

/**
 * A field of the input that a schema refuses, as an error object: one a Zod issue.
 *
 * @param field Undefined where the schema judges the whole body.
 */
export function issueProblem(
  issue: z.core.$ZodIssue,
  input: unknown,
  field: string | undefined,
  fieldPointer: string,
): Problem {
  const path = field === undefined ? issue.path : [field, ...issue.path];
  if (isMissing(issue, input)) {
    return {
      status: 422,
      code: "required",
      title: "Required",
      detail: `${path.join(".")} is required.`,
      source: { pointer: pointer(fieldPointer, ...issue.path.slice(0, -1)) },
      meta: { path },
    };
  }
  return {
    status: 422,
    code: issue.code,
    title: "Invalid value",
    detail: issue.message,
    source: { pointer: pointer(fieldPointer, ...issue.path) },
    meta: { path },
  };
}

/** Zod tells a missing key as a value of the wrong type: it is one if its parent is there, and it is not. */
function isMissing(issue: z.core.$ZodIssue, input: unknown): boolean {
  if (issue.path.length === 0) return false;
  let value = input;
  for (const key of issue.path) {
    if (value === null || typeof value !== "object" || value instanceof Map) return false;
    if (Array.isArray(value) && typeof key !== "number") return false; // a map, of which Zod names the key
    value = (value as Readonly<Record<PropertyKey, unknown>>)[key]; // any object may be read by key
  }
  return value === undefined;
}

/** A field that is not there: the pointer names the parent that lacks it. */
export function requiredProblem(field: string, parentPointer: string): Problem {
  return {
    status: 422,
    code: "required",
    title: "Required",
    detail: `${field} is required.`,
    source: { pointer: parentPointer },
    meta: { path: [field] },
  };
}

/** A value that no schema is asked about. */
export function fieldProblem(code: string, field: string, at: string, detail: string): Problem {
  return {
    status: 422,
    code,
    title: code === "unknown_field" ? "Unknown field" : "Invalid value",
    detail,
    source: { pointer: at },
    meta: { path: [field] },
  };
}
