import type { z } from "zod";
import { keyText } from "../../schema/key-text.js";
import type { SchemaNode } from "../../schema/node.js";
import type { CodeOf } from "../../wire/errors.js";
import { type ErrorObject, errorObject } from "../errors/request-error.js";
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
    return errorObject("required", detail, source, { path });
  }
  // A check of the application's own may give any code.
  return { ...errorObject("invalid_value", issue.message, source, { path }), code: issue.code };
}

/** A field that is not there: the pointer names the parent that lacks it. */
export function requiredError(field: string, parentPointer: string): ErrorObject {
  return errorObject("required", `${field} is required.`, { pointer: parentPointer }, { path: [field] });
}

/** A value that no schema is asked about. */
export function fieldError(
  code: CodeOf<422, "body" | "schema">,
  field: string,
  at: string,
  detail: string,
): ErrorObject {
  return errorObject(code, detail, { pointer: at }, { path: [field] });
}
