import { listNames } from "../../define/model/names.js";
import { adviseOnce, type ErrorObject, errorObject } from "../errors/request-error.js";
import { meantName } from "../meant-name.js";
import { quoteShort } from "../text/json-text.js";
import type { Field } from "./field-reader.js";
import { fieldError } from "./validation-errors.js";

/** A member that is not a field, or not a field of this kind. */
interface UnknownField {
  /** The resource's type. */
  readonly type: string;
  readonly name: string;
  readonly at: string;
  readonly kind: "attribute" | "relationship" | "field";
  /** The field with this name, if it has the other kind. */
  readonly declared: Field | undefined;
  readonly writable: ReadonlySet<string>;
  /** The errors found so far. */
  readonly errors: readonly ErrorObject[];
}

export function unknownField({ type, name, at, kind, declared, writable, errors }: UnknownField): ErrorObject {
  const advice = adviseOnce(adviceFor(name, declared, writable, errors), errors);
  const detail = `"${type}" has no ${kind} ${quoteShort(name)}.${advice}`;
  return fieldError("unknown_field", name.slice(0, 80), at, detail);
}

function adviceFor(
  name: string,
  declared: Field | undefined,
  writable: ReadonlySet<string>,
  errors: readonly ErrorObject[],
): string {
  if (declared !== undefined)
    return declared.attribute === undefined
      ? "It is a relationship: put it in relationships."
      : "It is an attribute: put it in attributes.";
  const fields = [...writable].filter((field) => field !== "id");
  const guess = meantName(name, fields, errors);
  return guess === undefined ? `Writable fields: ${listNames(fields)}.` : `Did you mean "${guess}"?`;
}

export function notWritable(name: string, at: string, isCreate: boolean): ErrorObject {
  return fieldError("unknown_field", name, at, `${name} cannot be set by ${isCreate ? "a create" : "an edit"}.`);
}

export function idMismatch(sent: string, expected: string): ErrorObject {
  const detail = `data.id is ${quoteShort(sent)}, but the id in the URL is ${quoteShort(expected)}. Send the same id in both.`;
  return errorObject("id_mismatch", detail, { pointer: "/data/id" });
}

export function clientIdNotAllowed(type: string): ErrorObject {
  const detail = `The server chooses the ids of "${type}". Leave the id out.`;
  return errorObject("client_id_not_allowed", detail, { pointer: "/data/id" });
}
