import { identifierOf, isMembers, type ResourceIdentifier, mapEach, toIdentifiers } from "../send/fetched-row.js";
import { isBare, isObject, mapMembers } from "../../wire/notes/members.js";
import { CONTENT_TYPE } from "../../wire/headers.js";
import type { OutgoingBody } from "../send/transport.js";
import { FIELDS_MEMBER, JSON_API, RELATED_MEMBER, jsonApiType } from "../../wire/json-api.js";
import { JSON_TEXT } from "../../wire/media-types.js";

/** With the JSON:API extension, fields are sent together: the server knows which of them are relationships. */
const WITH_FIELDS = jsonApiType(true);

/** The body of a create or an update. A client-generated `id` is next to the fields. */
export function fieldsBody(type: string, id: unknown, input: object): Promise<OutgoingBody> {
  if (!isMembers(input)) throw new TypeError("The input must be an object of fields.");
  const fields = mapMembers(input, toIdentifiers);
  const data = {
    type,
    id: (id as object | undefined)?.toString(), // every id has a text
    [FIELDS_MEMBER]: fields,
  };
  return write(fields, WITH_FIELDS, { data }, type);
}

/** The body of a relationship's change: a plain document for identifiers, the extension for bare ids. */
export function relatedBody(value: unknown): Promise<OutgoingBody> {
  const related = mapEach(value, (one) => {
    if (!isObject(one)) return one;
    const identifier = identifierOf(one as ResourceIdentifier); // an object here is a resource or an identifier
    if (!identifier.id) throw new TypeError("A related resource must have an id.");
    return identifier;
  });
  const isDocument = [related ?? []].flat().every(isObject);
  return isDocument
    ? write(related, JSON_API, { data: related })
    : write(related, WITH_FIELDS, { [RELATED_MEMBER]: related });
}

/** The body of an rpc: as it is if `fetch` accepts it, otherwise as JSON. */
export async function rpcBody(body: unknown): Promise<OutgoingBody> {
  if (body === undefined || typeof body === "string") return { body };
  return write(body, JSON_TEXT);
}

/**
 * Writes a value, or the document that contains it. Most values are plain JSON, so the code for the others is loaded later.
 *
 * @param type The type of the resource, if the value is its fields.
 */
async function write(value: unknown, contentType: string, document?: object, type?: string): Promise<OutgoingBody> {
  const about = { [CONTENT_TYPE]: contentType };
  if (isPlainJson(value)) return { body: JSON.stringify(document ?? value), about };
  const { writeRich } = await import("./write-notes.js");
  return writeRich(value, about, document, type);
}

/** Whether JSON carries a value as it is. A very deep value is not plain, because it may contain itself. */
export function isPlainJson(value: unknown, depth = 0): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (!isObject(value)) return !/^(bigint|function|symbol)$/.test(typeof value);
  return (
    isBare(value) &&
    !("toJSON" in value) &&
    depth < 500 &&
    Object.values(value).every((member) => isPlainJson(member, depth + 1))
  );
}
