import type { OperationSpec } from "../define/model/operation.js";
import { fileMembers, inputMembers } from "../schema/input-schema.js";
import { takesAbsence } from "../schema/presence.js";
import { FORM, JSON_TEXT, URLENCODED } from "../wire/media-types.js";

/**
 * The media types of a command's body: JSON, and forms if the input is one object. A required file can only be in a form of parts.
 * An idempotent command takes no form, because its body is not kept.
 */
export function bodyTypes({ input, idempotent }: OperationSpec["options"]): readonly string[] {
  if (input === undefined) return [];
  const members = inputMembers(input);
  if (idempotent || members.size === 0) return [JSON_TEXT];
  const isRequired = (name: string) => !takesAbsence(members.get(name) ?? input);
  return [...fileMembers(input).keys()].some(isRequired) ? [FORM] : [JSON_TEXT, FORM, URLENCODED];
}
