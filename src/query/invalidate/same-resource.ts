import type { Document, ResourceObject } from "../../client/read/document.js";
import { join } from "../../client/read/link-rows.js";
import { share } from "../read/structural-sharing.js";

/**
 * Whether a cached resource shows what the response to its edit shows. Values are compared as the client gives them, because
 * `"1"` as JSON is a text or a bigint: the notes of each document say which.
 *
 * @param cached The resource, as the document `within` has it.
 * @param response The document that the edit was answered with: the same resource, and all of its fields.
 * @param isWanted Whether the query wants a field: one that is missing in the cached resource was absent, or not wanted.
 */
export function isShownAlike(
  cached: ResourceObject,
  within: Document,
  response: Document,
  isWanted: (name: string) => boolean,
): boolean {
  const resource = response.data as ResourceObject; // an edit's is one
  /** A to-many is missing where it was not included. Other fields are shown wherever they have a value. */
  const isMissing = (name: string) => !Array.isArray(resource.relationships?.[name]?.data) && isWanted(name);
  try {
    const [old, now] = [fieldsOf(within, cached), fieldsOf(response, resource)];
    return Object.keys({ ...now, ...old }).every((name) =>
      name in old ? isSame(old[name], now[name]) : !isMissing(name),
    );
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
