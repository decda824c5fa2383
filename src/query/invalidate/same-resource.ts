import type { Document, ResourceObject } from "../../client/read/document.js";
import { join } from "../../client/read/link-rows.js";
import { share } from "../read/structural-sharing.js";

/**
 * Whether a cached resource shows what the response to its edit shows. Values are compared as the client gives them, because
 * `"1"` as JSON is a text or a bigint: the notes of each document say which.
 *
 * @param cached The resource, as the document `within` has it.
 * @param response The document that the edit was answered with: the same resource, and all of its fields.
 */
export function isShownAlike(cached: ResourceObject, within: Document, response: Document): boolean {
  try {
    const [old, now] = [fieldsOf(within, cached), fieldsOf(response, response.data as ResourceObject)]; // an edit's is one
    return Object.keys(old).every((name) => isSame(old[name], now[name]));
  } catch {
    return false; // a document that cannot be read says nothing
  }
}

/** A resource alone, as the client gives it: with the identifiers of what it links to. */
function fieldsOf({ meta }: Document, resource: ResourceObject): Readonly<Record<string, unknown>> {
  return { ...join({ data: resource, ...(meta && { meta }) }) };
}

function isSame(old: unknown, now: unknown): boolean {
  return Object.is(share(old, now), old);
}
