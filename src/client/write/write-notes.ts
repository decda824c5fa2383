import { describe } from "../../wire/notes/describe.js";
import type { TypeNote } from "../../wire/notes/note.js";
import { RICH_HEADER } from "../../wire/headers.js";
import { type Superjson, SuperjsonNeeded } from "../../wire/notes/superjson.js";
import { richJson } from "../../wire/notes/to-json.js";
import { requireJson } from "../errors/require-json.js";
import type { FetchBody, OutgoingBody } from "./body.js";

/**
 * Writes what JSON does not carry as it is. It is loaded when an input first needs it, and shares no module with what is
 * there from the start: a bundler would cut that into pieces.
 *
 * @param document What is sent, and holds the value: the note that says what JSON cannot goes into the meta of a resource.
 *   Without it the value is sent, or is itself a body for `fetch`, and the note goes into a header.
 * @param superjson Gives superjson, if it is loaded.
 * @param load Loads it, if it turns out to be needed.
 */
export async function writeRich(
  value: unknown,
  contentType: string,
  document: { readonly data?: unknown } | undefined,
  superjson: () => Superjson | undefined,
  load: () => Promise<void>,
): Promise<OutgoingBody> {
  if (!document && isBody(value)) return { body: value };
  try {
    requireJson(value, superjson());
    const note = describe(value, superjson());
    const about = { "content-type": contentType };
    if (document) return { body: richJson(note ? withNote(document, note) : document, superjson()), about };
    const rich = note && ascii(JSON.stringify(note)); // nothing in the body can say it
    return { body: richJson(value, superjson()), about: { ...about, [RICH_HEADER]: rich } };
  } catch (error) {
    if (!(error instanceof SuperjsonNeeded)) throw error;
    await load();
    return writeRich(value, contentType, document, superjson, load);
  }
}

/** The fields of a resource are described by its type. Of a relationship, the schema says what its ids are. */
function withNote(document: { readonly data?: unknown }, note: TypeNote): object {
  const { type, "trestle:fields": fields } = (document.data ?? {}) as Readonly<Record<string, string | undefined>>;
  return type && fields ? { ...document, meta: { trestle: { rich: { [type]: note } } } } : document;
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
