import type { z } from "zod";
import { keyText } from "../../schema/key-text.js";
import type { SchemaNode } from "../../schema/node.js";
import type { ErrorObject } from "../errors/request-error.js";
import { jsonPlace } from "./json-place.js";
import { pointer } from "./pointer.js";

/** The value that a schema refuses, as the request has it. */
export interface RejectedValue {
  readonly json: unknown;
  /** What its schema takes. */
  readonly node: SchemaNode;
  /** The field; undefined where the schema describes the whole body. */
  readonly field: string | undefined;
  readonly pointer: string;
}

/** What a schema finds wrong with a value, as an error object: one for each issue of Zod's. */
export function validationError(
  issue: z.core.$ZodIssue,
  { json, node, field, pointer: at }: RejectedValue,
): ErrorObject {
  // A check of the application's own may put any value into a path.
  const inside = issue.path.map((key) => (typeof key === "number" ? key : keyText(key)));
  const path = field === undefined ? inside : [field, ...inside];
  const place = jsonPlace(json, node, issue.path);
  const source = { pointer: pointer(at, ...place.path) };
  if (place.isMissing) {
    const detail = `${path.join(".")} is required.`;
    return { status: 422, code: "required", title: "Required", detail, source, meta: { path } };
  }
  return { status: 422, code: issue.code, title: "Invalid value", detail: issue.message, source, meta: { path } };
}

/** A field that is not there: the pointer names the parent that lacks it. */
export function requiredError(field: string, parentPointer: string): ErrorObject {
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
export function fieldError(code: string, field: string, at: string, detail: string): ErrorObject {
  return {
    status: 422,
    code,
    title: code === "unknown_field" ? "Unknown field" : "Invalid value",
    detail,
    source: { pointer: at },
    meta: { path: [field] },
  };
}
