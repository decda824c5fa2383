import { META } from "../../wire/notes/note.js";
import { isObject } from "../../wire/notes/members.js";
import { isMembers, type ResourceIdentifier } from "./fetched-row.js";
import { failedResponse } from "../errors/failed-response.js";
import { loadSuperjson } from "./superjson.js";

/** A JSON:API document as it arrives. */
export interface Document {
  readonly data?: ResourceObject | readonly ResourceObject[] | null;
  readonly included?: readonly ResourceObject[];
  readonly links?: Readonly<Record<string, Link>>;
  readonly meta?: Meta;
}

/** A resource object: on the wire, its fields stand apart. */
export interface ResourceObject extends ResourceIdentifier {
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: Linkage }>>;
}

/** The resources that a relationship holds, by their identifiers. */
export type Linkage = ResourceIdentifier | readonly ResourceIdentifier[] | null;

/** A link: a URL, a link object, or null where there is nothing to lead to. */
export type Link = string | { readonly href: string } | null | undefined;

/** What a list's answer says beside its items. */
export interface Meta {
  /** How many items there are on all pages together, where the server counted them. */
  readonly total?: number;
  readonly [name: string]: unknown;
}

/**
 * Reads an answer in JSON:API's form.
 *
 * @param label The request, for messages: `GET /api/articles`.
 * @param mayBeEmpty Whether no document is needed: a write then gives undefined for an empty answer.
 * @returns The document, or undefined where a write was answered with nothing.
 * @throws {ResponseError} For an answer that tells of errors, and for one that is no JSON:API document.
 */
export async function readDocument(
  response: Response,
  label: () => string,
  mayBeEmpty?: boolean,
): Promise<Document | undefined> {
  const { ok } = response;
  const text = await response.text();
  if (ok && !text && mayBeEmpty) return undefined;

  let document: Unchecked;
  let isRich: boolean | undefined;
  try {
    document = JSON.parse(text);
    isRich = isSuperjson(document?.meta?.[META]); // notes may be nested too deep
  } catch {} // reported below
  if (ok && isMembers(document)) {
    if (isRich) await loadSuperjson();
    return document;
  }
  throw failedResponse(label(), response, document?.errors);
}

/** What came, as far as anybody knows: members may be missing and of any form. */
type Unchecked = (Document & { readonly errors?: unknown }) | undefined | null;

/** Whether notes name superjson. They are looked through, since to search a document's text takes a tenth of its parse. */
function isSuperjson(note: unknown): boolean {
  return note === "superjson" || (isObject(note) && Object.values(note).some(isSuperjson));
}
