import { noteOf } from "../../wire/notes/note-of.js";
import { TYPE_NOTE } from "../../wire/headers.js";
import { type Superjson, SuperjsonNeeded } from "../../wire/notes/superjson.js";
import { richJson } from "../../wire/notes/to-json.js";
import { requireJson } from "../errors/require-json.js";
import type { FetchBody, OutgoingBody } from "./outgoing-body.js";

/**
 * Writes what JSON does not carry as it is. It is loaded when an input first needs it, and shares no module with what is
 * there from the start: a bundler would cut that into pieces.
 *
 * @param document What is sent, and holds the value: the note that says what JSON cannot goes into the meta of a resource.
 *   Without it the value is sent, or is itself a body for `fetch`, and the note goes into a header.
 * @param about The headers that describe the body so far.
 * @param type The resource's type, if the value is its fields.
 * @param superjson Gives superjson, if it is loaded.
 * @param load Loads it, if it turns out to be needed.
 */
export async function writeRich(
  value: unknown,
  about: Readonly<Record<string, string>>,
  document: object | undefined,
  type: string | undefined,
  superjson: () => Superjson | undefined,
  load: () => Promise<void>,
): Promise<OutgoingBody> {
  if (!document && isBody(value)) return { body: value };
  try {
    requireJson(value, superjson());
    const note = noteOf(value, superjson());
    // The fields of a resource are described by its type. Of a relationship, the schema says what its ids are.
    const meta = note && type && { trestle: { rich: { [type]: note } } };
    if (document) return { body: richJson(meta ? { ...document, meta } : document, superjson()), about };
    const rich = note && ascii(JSON.stringify(note)); // nothing in the body can say it
    return { body: richJson(value, superjson()), about: { ...about, [TYPE_NOTE]: rich } };
  } catch (error) {
    if (!(error instanceof SuperjsonNeeded)) throw error;
    await load();
    return writeRich(value, about, document, type, superjson, load);
  }
}

/** Whether `fetch` takes a value as a body as it is. */
function isBody(value: unknown): value is FetchBody {
  const kinds = [ArrayBuffer, Blob, FormData, URLSearchParams, ReadableStream];
  return ArrayBuffer.isView(value) || kinds.some((kind) => value instanceof kind);
}

/** A header is ASCII, and a key may be anything. */
function ascii(json: string): string {
  return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
