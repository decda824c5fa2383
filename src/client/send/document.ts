import { META, type TypeNote } from "../../wire/notes/note.js";
import { isObject } from "../../wire/notes/members.js";
import { isMembers, type ResourceIdentifier } from "./input.js";
import { loadSuperjson } from "./superjson.js";

/** A JSON:API document as it arrives. */
export interface Document {
  readonly data?: ResourceObject | readonly ResourceObject[] | null;
  readonly included?: readonly ResourceObject[];
  readonly links?: Readonly<Record<string, Link>>;
  readonly meta?: Meta;
  /** The result of an action that returns no rows. No server sends this member: the client keeps such a result as a document. */
  readonly result?: NotedJson;
}

/** A value as JSON, with its type note. */
export interface NotedJson {
  /** Undefined if the response had no body. */
  readonly json?: unknown;
  readonly note?: TypeNote;
}

/** A JSON:API resource object, with attributes and relationships apart. */
export interface ResourceObject extends ResourceIdentifier {
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, RelationshipObject>>;
}

interface RelationshipObject {
  readonly data?: Linkage;
  /** `next` leads to the members that are not in `data`. */
  readonly links?: { readonly next?: Link };
}

/** The identifiers of the resources in a relationship. */
export type Linkage = ResourceIdentifier | readonly ResourceIdentifier[] | null;

/** A link: a URL, a link object, or null for a page that does not exist. */
export type Link = string | { readonly href: string } | null | undefined;

/** The `meta` of a list's response. */
export interface Meta {
  /** The number of items on all pages together, if the server counted them. */
  readonly total?: number;
  readonly [name: string]: unknown;
}

/** Thrown by the reader of a response that it cannot read: the call then rejects with `malformed`. */
export const NO_DOCUMENT = {};

/**
 * Reads the response to a request that succeeded as a JSON:API document.
 *
 * @param mayBeEmpty Whether the body may be empty, as for a write.
 * @returns The document, or undefined if the body is empty.
 */
export async function readDocument(response: Response, mayBeEmpty?: boolean): Promise<Document | undefined> {
  const text = await response.text();
  if (!text && mayBeEmpty) return undefined;

  let document: Document | undefined | null; // members may be missing, or of any type
  let isRich: boolean;
  try {
    document = JSON.parse(text);
    isRich = isSuperjson(document?.meta?.[META]); // notes may be nested too deep
  } catch {
    throw NO_DOCUMENT;
  }
  if (!isMembers(document)) throw NO_DOCUMENT;
  if (isRich) await loadSuperjson();
  return document;
}

/** Whether notes contain superjson's. The notes are searched, because to search the document's text would take a tenth of the time to parse it. */
export function isSuperjson(note: unknown): boolean {
  return note === "superjson" || (isObject(note) && Object.values(note).some(isSuperjson));
}
