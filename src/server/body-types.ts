import type { OperationSpec } from "../define/model/operation.js";
import { accepts } from "../schema/run-schema.js";
import { fileMembers, inputMembers } from "../schema/input-schema.js";
import { takesAbsence } from "../schema/presence.js";
import { FORM, JSON_TEXT, URLENCODED } from "../wire/media-types.js";

type Input = NonNullable<OperationSpec["options"]["input"]>;

/**
 * The media types of a command's body: JSON, and forms if the input is one object. A required file can only be in a form of parts, but a
 * page sends JSON if its user chose none: the schema then says what is missing. An idempotent command takes no form, because its body is
 * not kept.
 */
export function bodyTypes({ input, idempotent }: OperationSpec["options"]): readonly string[] {
  if (input === undefined) return [];
  if (idempotent || inputMembers(input).size === 0) return [JSON_TEXT];
  return requiredFiles(input).length > 0 ? [FORM, JSON_TEXT] : [JSON_TEXT, FORM, URLENCODED];
}

/** The media types in which a body can be valid: JSON has no files. */
export function validBodyTypes(options: OperationSpec["options"]): readonly string[] {
  const types = bodyTypes(options);
  const { input } = options;
  if (input === undefined || !types.includes(FORM)) return types;
  const isPossible = requiredFiles(input).every((member) => accepts(member, null) || accepts(member, []));
  return isPossible ? types : types.filter((type) => type !== JSON_TEXT);
}

/** The schemas of the files and the lists of files that must not be missing. */
function requiredFiles(input: Input): readonly Input[] {
  const files = fileMembers(input);
  const members = [...inputMembers(input)].filter(([name, member]) => files.has(name) && !takesAbsence(member));
  return members.map(([, member]) => member);
}
