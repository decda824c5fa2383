import { asciiJson } from "../../wire/ascii-json.js";
import { noteOf, bySuperjson, isInstance, typeName } from "../../wire/notes/note-of.js";
import { ATOMIC_OPERATIONS } from "../../wire/atomic.js";
import { FIELDS_MEMBER } from "../../wire/json-api.js";
import { META } from "../../wire/notes/note.js";
import { TYPE_NOTE } from "../../wire/headers.js";
import { loadSuperjson, loadedSuperjson } from "../send/superjson.js";
import { SuperjsonNeeded, type Superjson } from "../../wire/notes/superjson.js";
import { richJson } from "../../wire/notes/to-json.js";
import type { FetchBody, OutgoingBody } from "../send/transport.js";
import { isObject } from "../../wire/notes/members.js";

/**
 * Writes a value that JSON does not carry as it is.
 *
 * @param headers The headers that describe the body so far.
 * @param document The document to send, which contains the value. The type note goes into its `meta`. Without a document, the
 *   value itself is sent, as JSON or as a body for `fetch`, and the note goes into a header.
 * @param type The type of the resource, if the value is its fields.
 */
export async function writeRich(
  value: unknown,
  headers: Readonly<Record<string, string>>,
  document: object | undefined,
  type: string | undefined,
): Promise<OutgoingBody> {
  if (!document && isBody(value)) return { body: value };
  try {
    requireJson(value, loadedSuperjson);
    const note = noteOf(value, loadedSuperjson);
    // The note of fields is listed under the type. Ids of a relationship need no note, because the schema describes them.
    const meta = note && type && { trestle: { rich: { [type]: note } } };
    if (document) return { body: richJson(meta ? { ...document, meta } : document, loadedSuperjson), headers };
    const rich = note && asciiJson(note); // the body has no place for it
    return { body: richJson(value, loadedSuperjson), headers: { ...headers, [TYPE_NOTE]: rich } };
  } catch (error) {
    if (!(error instanceof SuperjsonNeeded)) throw error;
    await loadSuperjson();
    return writeRich(value, headers, document, type);
  }
}

/** Writes the operations of a batch. The note of each one's fields is in its own `meta`. */
export async function writeRichOperations(
  operations: readonly { readonly data?: unknown; readonly meta?: object }[],
): Promise<string> {
  try {
    const noted = operations.map((operation) => {
      const { type, [FIELDS_MEMBER]: fields } = (operation.data ?? {}) as { type: string; [FIELDS_MEMBER]?: object }; // linkage has none
      if (!fields) return operation;
      requireJson(fields, loadedSuperjson);
      const note = noteOf(fields, loadedSuperjson);
      return note ? { ...operation, meta: { ...operation.meta, [META]: { rich: { [type]: note } } } } : operation;
    });
    return richJson({ [ATOMIC_OPERATIONS]: noted }, loadedSuperjson);
  } catch (error) {
    if (!(error instanceof SuperjsonNeeded)) throw error;
    await loadSuperjson();
    return writeRichOperations(operations);
  }
}

/** Whether `fetch` accepts a value as a body. */
function isBody(value: unknown): value is FetchBody {
  const kinds = [ArrayBuffer, Blob, FormData, URLSearchParams, ReadableStream];
  return ArrayBuffer.isView(value) || kinds.some((kind) => value instanceof kind);
}

/**
 * Refuses a value that JSON would lose or cannot contain: a function, a symbol, an invalid date, an object that contains itself,
 * and an instance such as a promise or a blob, whose JSON would be empty.
 *
 * @throws {SuperjsonNeeded} If there is such an instance, and superjson, which may know it, is not loaded yet.
 * @throws {TypeError} With the place of the value.
 */
export function requireJson(
  value: unknown,
  superjson: Superjson | undefined,
  path = "",
  above = new Set<object>(),
): void {
  const refuse = (what: string) => {
    throw new TypeError(`${path ? `"${path.slice(1)}"` : "The value"} ${what}, which JSON cannot contain.`);
  };
  if (typeof value === "function" || typeof value === "symbol") refuse(`is a ${typeof value}`);
  if (!isObject(value)) return;
  const name = typeName(value);
  if (name === "Date" && Number.isNaN(+value)) refuse("is an invalid Date");
  if (above.has(value)) refuse("contains itself");
  const isIterated = name === "set" || name === "map";
  // The class of an instance, or superjson, decides what its JSON is.
  if (!isIterated) {
    if ("toJSON" in value && typeof value.toJSON === "function") return;
    if (isInstance(value)) {
      if (!name && isLost(value) && !bySuperjson(value, superjson)) refuse(`is a ${tagOf(value)}`);
      return;
    }
  }
  above.add(value);
  const members: object = isIterated ? [...(value as Iterable<unknown>)] : value; // both can be iterated
  for (const [key, member] of Object.entries(members)) {
    requireJson(member, superjson, `${path}.${key}`, above);
  }
  above.delete(value);
}

/** Whether the JSON of an instance would lose it. An instance of a class without members may be empty on purpose. */
function isLost(value: object): boolean {
  return Object.keys(value).length === 0 && !/^(Object|Number|Boolean|String)$/.test(tagOf(value));
}

function tagOf(value: object): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}
