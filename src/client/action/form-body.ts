import { TYPE_NOTE } from "../../wire/headers.js";
import { JSON_PART } from "../../wire/json-part.js";
import { JSON_TEXT } from "../../wire/media-types.js";
import { rpcBody } from "../write/body.js";
import type { OutgoingBody } from "../send/outgoing-body.js";

/** Whether a member of an input is a file or a list of files. */
export function hasFile(input: object): boolean {
  return Object.values(input).some(isUpload);
}

function isUpload(member: unknown): boolean {
  return Array.isArray(member) ? member.some(isFile) : isFile(member);
}

/** Checked by its tag, because `instanceof` fails for a file of another realm. */
function isFile(value: unknown): value is Blob {
  return /^\[object (Blob|File)\]$/.test(Object.prototype.toString.call(value));
}

/**
 * The input of a command as a form. Each file is a part with the name of its member, so a list of files is several parts with
 * one name. Every other member is a part with its JSON, before the files: the server can check it while they arrive. The type note
 * of these members is in the header.
 */
export async function formBody(input: object): Promise<OutgoingBody> {
  const members = Object.entries(input);
  const { body, about } = await rpcBody(Object.fromEntries(members.filter(([, member]) => !isUpload(member))));
  const form = new FormData();
  for (const [name, json] of Object.entries(JSON.parse(`${body}`))) {
    form.append(name, new Blob([JSON.stringify(json)], { type: JSON_TEXT }), JSON_PART);
  }
  for (const [name, member] of members) {
    if (!isUpload(member)) continue;
    for (const file of [member].flat()) {
      if (!isFile(file)) throw new TypeError(`"${name}" must contain only files, because it contains one.`);
      form.append(name, file);
    }
  }
  return { body: form, about: { [TYPE_NOTE]: about?.[TYPE_NOTE] } };
}
