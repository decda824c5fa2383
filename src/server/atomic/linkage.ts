import { isJsonObject, type JsonObject } from "../../protocol/body/parse-document.js";
import { pointer } from "../../protocol/body/pointer.js";
import { own } from "../../wire/notes/note.js";
import { FIELDS_MEMBER, RELATED_MEMBER } from "../../wire/json-api.js";

/** An identifier in linkage that has a local id in place of an id. */
export interface LocalIdentifier {
  readonly type: unknown;
  readonly lid: unknown;
}

/**
 * Returns what replaces an identifier.
 *
 * @param at The pointer to it within its document.
 */
export type Replace = (identifier: LocalIdentifier, at: string) => unknown;

/**
 * Copies a document with other identifiers in place of local ones. It looks only where linkage may be: an attribute may have the same
 * members.
 *
 * @param isRelationship Whether a name in the extension's fields is that of a relationship.
 */
export function replaceLocal(
  document: JsonObject,
  isLinkage: boolean,
  isRelationship: (name: string) => boolean,
  replace: Replace,
): JsonObject {
  const data = own(document, "data");
  if (isLinkage) {
    const related = own(document, RELATED_MEMBER);
    return {
      ...document,
      ...(data !== undefined && { data: inLinkage(data, "/data", replace) }),
      ...(related !== undefined && { [RELATED_MEMBER]: inLinkage(related, pointer("", RELATED_MEMBER), replace) }),
    };
  }
  if (!isJsonObject(data)) return document;
  const relationships = own(data, "relationships");
  const fields = own(data, FIELDS_MEMBER);
  const at = pointer("/data", FIELDS_MEMBER);
  return {
    ...document,
    data: {
      ...data,
      ...(isJsonObject(relationships) && {
        relationships: mapped(relationships, (name, value) => inRelationship(name, value, replace)),
      }),
      ...(isJsonObject(fields) && {
        [FIELDS_MEMBER]: mapped(fields, (name, value) =>
          isRelationship(name) ? inLinkage(value, pointer(at, name), replace) : value,
        ),
      }),
    },
  };
}

function mapped(members: JsonObject, map: (name: string, value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, map(name, value)]));
}

function inRelationship(name: string, value: unknown, replace: Replace): unknown {
  if (!isJsonObject(value) || !Object.hasOwn(value, "data")) return value;
  return { ...value, data: inLinkage(value.data, pointer("/data/relationships", name, "data"), replace) };
}

function inLinkage(value: unknown, at: string, replace: Replace): unknown {
  if (Array.isArray(value)) return value.map((each, index) => inIdentifier(each, () => pointer(at, index), replace));
  return inIdentifier(value, () => at, replace);
}

function inIdentifier(value: unknown, at: () => string, replace: Replace): unknown {
  if (!isJsonObject(value) || !Object.hasOwn(value, "lid") || Object.hasOwn(value, "id")) return value;
  return replace({ type: own(value, "type"), lid: value.lid }, at());
}
