import type { Document, ResourceObject } from "../../client/send/document.js";
import { join } from "../../client/read/link-rows.js";
import { shareStructure } from "./structural-sharing.js";

/**
 * Whether a cached resource equals the resource in the response to its edit. Values are compared after parsing, because the JSON
 * `"1"` can be a string or a bigint: the notes of each document say which.
 *
 * @param cached The resource in the document `within`.
 * @param response The response to the edit: the same resource, with all its fields.
 * @param isWanted Whether the query wants a field: a field that the cached resource lacks has no value, or was not requested.
 */
export function isShownAlike(
  cached: ResourceObject,
  within: Document,
  response: Document,
  isWanted: (name: string) => boolean,
): boolean {
  const resource = response.data as ResourceObject; // the response to an edit contains one resource
  /** A to-many is missing if it was not included. Other fields are present if they have a value. */
  const isMissing = (name: string) => !Array.isArray(resource.relationships?.[name]?.data) && isWanted(name);
  try {
    const [old, now] = [fieldsOf(within, cached), fieldsOf(response, resource)];
    return Object.keys({ ...now, ...old }).every((name) =>
      name in old ? isEqual(old[name], now[name]) : !isMissing(name),
    );
  } catch {
    return false; // an invalid document
  }
}

/** The resource as the client returns it without includes. */
function fieldsOf({ meta }: Document, resource: ResourceObject): Readonly<Record<string, unknown>> {
  return { ...join({ data: resource, ...(meta && { meta }) }) };
}

/** Whether a value equals an old one. It changes parts of the value, as `shareStructure` does. */
export function isEqual(old: unknown, now: unknown): boolean {
  return Object.is(shareStructure(old, now), old);
}
