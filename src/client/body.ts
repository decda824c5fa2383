import { identifierOf, isObject, type ResourceIdentifier, withoutTrees } from "./fetched.js";
import { describe } from "../rich/describe.js";
import { META } from "../rich/note.js";
import { richJson } from "../rich/to-json.js";
import { superjson } from "./superjson.js";

export const JSON_API = "application/vnd.api+json";
/** The JSON:API extension that sends input as it was written: the server knows which of it is a relationship. */
const WITH_FIELDS = `${JSON_API}; ext="urn:trestle:fields"`;

/** What `fetch` takes as a body; by this name also where the DOM's types are not there. */
type FetchBody = NonNullable<RequestInit["body"]>;

/** A body, and the media type that it is sent as; undefined where `fetch` knows it from the body. */
export interface OutgoingBody {
  readonly body?: FetchBody;
  readonly contentType?: string;
  /** What the body's values were before they became JSON, where nothing in it can say so. */
  readonly rich?: string;
}

/** The body of a create or an edit. A client-generated `id` stands beside the fields. */
export function fieldsBody(type: string, id: unknown, input: object): OutgoingBody {
  const fields = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, withoutTrees(value)]));
  const data = { type, id: id === undefined ? undefined : `${id}`, "trestle:fields": fields };
  const note = describe(fields, superjson);
  const meta = note && { [META]: { rich: { [type]: note } } };
  return { body: richJson({ data, meta }, superjson), contentType: WITH_FIELDS };
}

/** The body of a relationship's change: a plain document when identifiers say it all, the extension for bare ids. */
export function relatedBody(value: unknown): OutgoingBody {
  const values = Array.isArray(value) ? value : value === null ? [] : [value];
  const related = Array.isArray(value) ? value.map(toLinkage) : toLinkage(value);
  return values.every(isObject)
    ? { body: JSON.stringify({ data: related }), contentType: JSON_API }
    : { body: richJson({ "trestle:related": related }, superjson), contentType: WITH_FIELDS };
}

function toLinkage(value: unknown): unknown {
  return isObject(value) ? identifierOf(value as ResourceIdentifier) : value; // an object in a relationship is a resource or identifier
}

/** The body of an rpc: what `fetch` takes goes as it is, anything else as JSON. */
export function rpcBody(body: unknown): OutgoingBody {
  if (body === undefined || isBodyInit(body)) return { body };
  const note = describe(body, superjson);
  // A header is ASCII, and a key may be anything.
  const rich =
    note && JSON.stringify(note).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return { body: richJson(body, superjson), contentType: "application/json", rich };
}

function isBodyInit(body: unknown): body is FetchBody {
  return (
    typeof body === "string" ||
    ArrayBuffer.isView(body) ||
    [ArrayBuffer, Blob, FormData, URLSearchParams, ReadableStream].some((kind) => body instanceof kind)
  );
}
