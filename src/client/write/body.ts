import { identifierOf, isMembers, type ResourceIdentifier, toEach, withoutTrees } from "../read/fetched-row.js";
import { isObject, mapMembers } from "../../wire/notes/members.js";
import { isPlainJson } from "../read/plain-json.js";
import { loadSuperjson, superjson } from "../read/superjson.js";
import { CONTENT_TYPE } from "../../wire/headers.js";
import type { OutgoingBody } from "./outgoing-body.js";
import { FIELDS_MEMBER, JSON_API, JSON_TEXT, RELATED_MEMBER, jsonApiType } from "../../wire/media-types.js";

/** The JSON:API extension that sends input as it was written: the server knows which of it is a relationship. */
const WITH_FIELDS = jsonApiType(true);

/** The body of a create or an edit. A client-generated `id` stands beside the fields. */
export function fieldsBody(type: string, id: unknown, input: object): Promise<OutgoingBody> {
  if (!isMembers(input)) throw new TypeError("The input is not an object of fields.");
  const fields = mapMembers(input, withoutTrees);
  const data = {
    type,
    id: (id as object | undefined)?.toString(), // whatever it is, it has a text
    [FIELDS_MEMBER]: fields,
  };
  return write(fields, WITH_FIELDS, { data }, type);
}

/** The body of a relationship's change: a plain document when identifiers say it all, the extension for bare ids. */
export function relatedBody(value: unknown): Promise<OutgoingBody> {
  const related = toEach(value, (one) => {
    if (!isObject(one)) return one;
    const identifier = identifierOf(one as ResourceIdentifier); // in a relationship, it is a resource or an identifier
    if (!identifier.id) throw new TypeError("A related resource has no id.");
    return identifier;
  });
  const isDocument = [related ?? []].flat().every(isObject);
  return isDocument
    ? write(related, JSON_API, { data: related })
    : write(related, WITH_FIELDS, { [RELATED_MEMBER]: related });
}

/** The body of an rpc: what `fetch` takes goes as it is, anything else as JSON. */
export async function rpcBody(body: unknown): Promise<OutgoingBody> {
  if (body === undefined || typeof body === "string") return { body };
  return write(body, JSON_TEXT);
}

/**
 * Writes a value, or the document that holds it. Most values need no more, nor what writes the others.
 *
 * @param type The resource's type, if the value is its fields.
 */
async function write(value: unknown, contentType: string, document?: object, type?: string): Promise<OutgoingBody> {
  const about = { [CONTENT_TYPE]: contentType };
  if (isPlainJson(value)) return { body: JSON.stringify(document ?? value), about };
  const { writeRich } = await import("./write-notes.js");
  return writeRich(value, about, document, type, () => superjson, loadSuperjson);
}
