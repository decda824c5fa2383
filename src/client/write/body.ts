import { identifierOf, isFetched, isMembers, type ResourceIdentifier, mapEach } from "../send/input.js";
import { loadedSuperjson } from "../send/superjson.js";
import { isBare, isObject, mapMembers } from "../../wire/notes/members.js";
import { CONTENT_TYPE, IF_MATCH } from "../../wire/headers.js";
import type { OutgoingBody } from "../send/transport.js";
import { FIELDS_MEMBER, JSON_API, RELATED_MEMBER, jsonApiType } from "../../wire/json-api.js";
import { JSON_TEXT } from "../../wire/media-types.js";
import { requireJson, writeRich } from "./rich.js";
import type { MemberNotes } from "../../wire/notes/note.js";
import { noteOf } from "../../wire/notes/note-of.js";
import { richJson } from "../../wire/notes/to-json.js";

/** With the JSON:API extension, fields are sent together: the server knows which of them are relationships. */
const WITH_FIELDS = jsonApiType(true);

/** What a write sends: fields, related resources, or the body of an rpc. */
export type BodyKind = "fields" | "related" | "rpc";

/**
 * The body of a write. For a change of an item, `If-Match` is added: the change fails if the resource has another version now.
 *
 * @param kind Undefined for a write without a body.
 * @param id Of the resource, if it is known.
 * @param item The item that changes.
 * @param versions The attribute with the version, by type, as responses said.
 * @throws {Error} As a rejection, for an item whose version is unknown: the change would overwrite those of others.
 */
export async function writeBody(
  kind: BodyKind | undefined,
  type: string,
  id: unknown,
  input: unknown,
  item: ResourceIdentifier | undefined,
  versions: Readonly<Record<string, string>>,
): Promise<OutgoingBody> {
  const body = kind ? await BODIES[kind](input, type, id) : {};
  if (!item) return body;
  return { ...body, headers: { ...body.headers, [IF_MATCH]: `"${itemVersion(versions, type, item)}"` } };
}

const BODIES = { fields: fieldsBody, related: relatedBody, rpc: rpcBody };

/** The body of a create or an update. A client-generated `id` is next to the fields. */
function fieldsBody(input: unknown, type: string, id: unknown): Promise<OutgoingBody> {
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
function relatedBody(value: unknown): Promise<OutgoingBody> {
  const document = linkageOf(value);
  return write(Object.values(document)[0], "data" in document ? JSON_API : WITH_FIELDS, document);
}

/**
 * The member of a document that has the related resources: identifiers as `data`, bare ids by the extension.
 *
 * @param referenceOf The identifier of what is neither: a planned resource of a batch.
 */
export function linkageOf(value: unknown, referenceOf?: (one: unknown) => object | undefined): object {
  const related = mapEach(value, (item) => {
    const reference = referenceOf?.(item);
    if (reference || !isObject(item)) return reference ?? item;
    const identifier = identifierOf(item as ResourceIdentifier); // an object here is a resource or an identifier
    if (!identifier.id) throw new TypeError("A related resource must have an id.");
    return identifier;
  });
  const isData = [related ?? []].flat().every(isObject);
  return { [isData ? "data" : RELATED_MEMBER]: related };
}

/** The body of an rpc: as it is if `fetch` accepts it, otherwise as JSON. */
export async function rpcBody(body: unknown): Promise<OutgoingBody> {
  if (body === undefined || typeof body === "string") return { body };
  return write(body, JSON_TEXT);
}

/**
 * Writes a value, or the document that contains it.
 *
 * @param type The type of the resource, if the value is its fields.
 */
async function write(value: unknown, contentType: string, document?: object, type?: string): Promise<OutgoingBody> {
  const headers = { [CONTENT_TYPE]: contentType };
  if (isPlainJson(value)) return { body: JSON.stringify(document ?? value), headers };
  return writeRich(value, headers, document, type);
}

/** Whether JSON carries a value as it is. A very deep value is not plain, because it may contain itself. */
export function isPlainJson(value: unknown, depth = 0): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (!isObject(value)) return !/^(bigint|function|symbol)$/.test(typeof value);
  if (!isBare(value) || "toJSON" in value || depth >= 500) return false;
  for (const member of Object.values(value)) if (!isPlainJson(member, depth + 1)) return false;
  return true;
}

/**
 * The version of an item, as JSON.
 *
 * @throws {Error} If it is unknown.
 */
export function itemVersion(
  versions: Readonly<Record<string, string>>,
  type: string,
  item: ResourceIdentifier,
): string | number {
  const name = Object.hasOwn(versions, type) ? versions[type] : undefined;
  if (item.type !== type) throw new Error(`"${type}" cannot change an item of "${item.type}".`);
  if (name === undefined) {
    const advice = "Read one first, or pass the id and the header If-Match.";
    throw new Error(`The client does not know the version of "${type}", because it has read none. ${advice}`);
  }
  const version = (item as unknown as Readonly<Record<string, unknown>>)[name]; // its fields are beside type and id
  if (typeof version !== "number" && typeof version !== "string" && !(version instanceof Date)) {
    throw new Error(`This item of "${type}" has no "${name}", which is its version. Add "${name}" to fields.`);
  }
  return version instanceof Date ? version.toISOString() : version;
}

/** Fields as JSON, with the notes of their values. */
export interface NotedFields {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly notes: MemberNotes | undefined;
}

/**
 * Fields as the server will send them, for `trestle/query`: a date as text, with a type note.
 *
 * @throws {SuperjsonNeeded} If superjson must be loaded.
 */
export function notedJson(fields: object): NotedFields {
  const plain = mapMembers(fields, toIdentifiers);
  requireJson(plain, loadedSuperjson);
  const notes = noteOf(plain, loadedSuperjson);
  return { fields: JSON.parse(richJson(plain, loadedSuperjson)), notes: notes as MemberNotes | undefined }; // the notes of an object are by member
}

/** A field of an input as it is sent: a fetched resource, or each one in a list, becomes its identifier. */
export function toIdentifiers(value: unknown): unknown {
  return Array.isArray(value) ? value.map(toIdentifier) : toIdentifier(value);
}

function toIdentifier(value: unknown): unknown {
  return isObject(value) && isFetched(value) ? identifierOf(value as ResourceIdentifier) : value; // only resources are marked
}
