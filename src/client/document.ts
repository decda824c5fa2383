import { answerError } from "./answer-error.js";
import type { ErrorObject } from "./error-fields.js";
import { META } from "../rich/note.js";
import { isObject, type ResourceIdentifier } from "./fetched.js";
import { loadSuperjson } from "./superjson.js";
import { unexpected } from "./unexpected.js";

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
 * @returns The document, or undefined where a write was answered with nothing.
 * @throws {ResponseError} For an answer that tells of errors, and for one that is no JSON:API document.
 */
export async function readDocument(response: Response, label: string): Promise<Document | undefined> {
  const text = await response.text();
  if (response.ok && text === "" && !label.startsWith("GET ")) return undefined;

  const document = parse(text);
  if (text.includes('"@')) withoutAtMembers(document);
  if (isObject(document)) {
    if (response.ok && !Array.isArray(document)) {
      const { meta }: Document = document;
      if (meta?.[META] && text.includes('["superjson",')) await loadSuperjson();
      return document;
    }
    const { errors } = document as { errors?: readonly ErrorObject[] }; // checked on the next line
    if (!response.ok && Array.isArray(errors) && errors.length > 0 && errors.every(isObject)) {
      throw answerError(label, response, errors);
    }
  }
  if (response.status >= 500) throw answerError(label, response, [{ detail: response.statusText || "server error" }]);
  const type = response.headers.get("content-type") ?? "no content type";
  throw unexpected("malformed", `${label} answered ${response.status} with no JSON:API document (${type}).`, {
    response,
  });
}

/** JSON:API 1.1, "@-Members": they are no attributes and no relationships. The document is ours alone, so far. */
function withoutAtMembers(document: unknown): void {
  const { data, included }: Document = isObject(document) ? document : {};
  for (const resource of [data, included].flat()) {
    if (!isObject(resource)) continue;
    for (const fields of [resource.attributes, resource.relationships]) {
      if (!isObject(fields)) continue;
      for (const name of Object.keys(fields))
        if (name.startsWith("@")) delete (fields as Record<string, unknown>)[name];
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // told by the caller, who knows what was asked
  }
}
