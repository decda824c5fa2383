import { closest, listNames } from "../../define/model/names.js";
import { adviseOnce, type ErrorObject, errorObject } from "../errors/request-error.js";
import { quoteShort } from "../text/shown.js";
import type { Field } from "./field-reader.js";
import { fieldError } from "./validation-errors.js";

/** A member that is no field, or not of this kind. */
interface UnknownField {
  /** The resource's. */
  readonly type: string;
  readonly name: string;
  readonly at: string;
  readonly kind: "attribute" | "relationship" | "field";
  /** The field of this name, where it is one of the other kind. */
  readonly declared: Field | undefined;
  readonly writable: ReadonlySet<string>;
  /** The body's other problems so far. */
  readonly problems: readonly ErrorObject[];
}

export function unknownField({ type, name, at, kind, declared, writable, problems }: UnknownField): ErrorObject {
  const advice = adviseOnce(adviceFor(name, declared, writable), problems);
  const says = `"${type}" has no ${kind} ${quoteShort(name)}.${advice}`;
  return fieldError("unknown_field", name.slice(0, 80), at, says);
}

function adviceFor(name: string, declared: Field | undefined, writable: ReadonlySet<string>): string {
  if (declared !== undefined)
    return `It is ${declared.attribute === undefined ? "a relationship" : "an attribute"}; put it there.`;
  const fields = [...writable].filter((field) => field !== "id");
  const guess = closest(name.slice(0, 80), fields);
  return guess === undefined ? `What can be written: ${listNames(fields)}.` : `Did you mean "${guess}"?`;
}

export function notWritable(name: string, at: string, isCreate: boolean): ErrorObject {
  return fieldError("unknown_field", name, at, `${name} cannot be set by ${isCreate ? "a create" : "an edit"}.`);
}

export function idMismatch(sent: string, expected: string): ErrorObject {
  const detail = `The document's id is ${quoteShort(sent)}, and the URL's is ${quoteShort(expected)}.`;
  return errorObject("id_mismatch", detail, { pointer: "/data/id" });
}

export function clientIdNotAllowed(type: string): ErrorObject {
  const detail = `The server chooses the ids of "${type}". Leave the id out.`;
  return errorObject("client_id_not_allowed", detail, { pointer: "/data/id" });
}
