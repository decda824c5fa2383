/** The media type of JSON:API's documents (JSON:API 1.1, "Content Negotiation"). */
export const JSON_API = "application/vnd.api+json";

/**
 * The one extension that Trestle speaks: members {@link FIELDS_MEMBER} and {@link RELATED_MEMBER} hold input as a client
 * wrote it, without saying what is an attribute and what a relationship. The URI is an identifier; nothing is fetched from it.
 */
export const EXTENSION = "urn:trestle:fields";

/** The extension's member of a resource: its fields. */
export const FIELDS_MEMBER = "trestle:fields";

/** The extension's member of a document: the ids of a relationship. */
export const RELATED_MEMBER = "trestle:related";

/** The profile for type notes in a document's `meta`. */
export const PROFILE = "urn:trestle:rich";

/** JSON:API's media type with the extension, the profile, both or neither. */
export function jsonApiType(extension: boolean, profile?: boolean): string {
  return `${JSON_API}${extension ? `; ext="${EXTENSION}"` : ""}${profile ? `; profile="${PROFILE}"` : ""}`;
}
