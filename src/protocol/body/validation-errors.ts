import type { z } from "zod";
import { keyText } from "../../schema/key-test.js";
import type { SchemaNode } from "../../schema/node.js";
import type { CodeOf } from "../../wire/errors.js";
import { type ErrorObject, errorObject } from "../errors/request-error.js";
import { jsonPlace } from "./json-place.js";
import { pointer } from "./pointer.js";

/** A value that its schema rejects. */
export interface RejectedValue {
  readonly json: unknown;
  /** The node of its schema. */
  readonly node: SchemaNode;
  /** The field's name, or undefined if the schema describes the whole body. */
  readonly field: string | undefined;
  readonly pointer: string;
}

/** Converts an issue of Zod to an error object. */
export function validationError(
  issue: z.core.$ZodIssue,
  { json, node, field, pointer: at }: RejectedValue,
): ErrorObject {
  // A custom check may put any value into a path.
  const inside = issue.path.map((key) => (typeof key === "number" ? key : keyText(key)));
  const path = field === undefined ? inside : [field, ...inside];
  const place = jsonPlace(json, node, issue.path);
  const source = { pointer: pointer(at, ...place.path) };
  if (place.isMissing) {
    const detail = `${path.join(".")} is required.`;
    return errorObject("required", detail, source, { path });
  }
  // A custom check may use any code.
  return { ...errorObject("invalid_value", issue.message, source, { path }), code: issue.code };
}

/** A missing field. The pointer is that of its parent. */
export function requiredError(field: string, parentPointer: string): ErrorObject {
  return errorObject("required", `${field} is required.`, { pointer: parentPointer }, { path: [field] });
}

/** An error in a field that is found without its schema. */
export function fieldError(
  code: CodeOf<422, "body" | "document" | "schema">,
  field: string,
  at: string,
  detail: string,
): ErrorObject {
  return errorObject(code, detail, { pointer: at }, { path: [field] });
}
