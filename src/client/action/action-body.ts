import { ACCEPT, TYPE_NOTE } from "../../wire/headers.js";
import { jsonApiType } from "../../wire/json-api.js";
import { JSON_PART } from "../../wire/json-part.js";
import { JSON_TEXT } from "../../wire/media-types.js";
import { isMembers } from "../send/fetched-row.js";
import type { ClientOptions } from "../send/options.js";
import { rpcBody } from "../write/body.js";
import type { OutgoingBody } from "../send/transport.js";

/**
 * The body of a command, and the headers of commands and queries: JSON, or a form if the input contains a file.
 *
 * @param input Undefined for a request without a body.
 */
export async function actionBody(input: unknown, { profile }: ClientOptions): Promise<OutgoingBody> {
  if (input !== undefined && !isMembers(input)) throw new TypeError("The input must be an object.");
  const { body, about } = await (input && hasFile(input) ? formBody(input) : rpcBody(input));
  return { body, about: { [ACCEPT]: `${jsonApiType(false, profile)}, ${JSON_TEXT};q=0.9`, ...about } };
}

/** Whether a member of an input is a file or a list of files. */
function hasFile(input: object): boolean {
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
async function formBody(input: object): Promise<OutgoingBody> {
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
