import type { OperationSpec } from "../../define/model/operation.js";
import { isJsonObject, type JsonObject } from "../../protocol/body/parse-document.js";
import { pointer } from "../../protocol/body/pointer.js";
import { FIELDS_MEMBER, RELATED_MEMBER } from "../../wire/json-api.js";
import { own } from "../../wire/notes/note.js";
import { OPERATIONS } from "../../wire/operations.js";

/** The local ids of a batch, with the ids that their resources get. An operation may use those that an operation before it declares. */
export class LocalIds {
  readonly #ids = new Map<string, string>();

  has(type: unknown, lid: unknown): boolean {
    return this.#ids.has(keyOf(type, lid));
  }

  /** @param id Empty until the resource is created. */
  set(type: string, lid: string, id = ""): void {
    this.#ids.set(keyOf(type, lid), id);
  }

  get(type: unknown, lid: unknown): string {
    return this.#ids.get(keyOf(type, lid)) ?? "";
  }
}

function keyOf(type: unknown, lid: unknown): string {
  return JSON.stringify([type, lid]); // both may contain any separator
}

/** What a document of a batch is about. */
export type Subject = "linkage" | "create" | "edit";

interface LocalIdentifier {
  readonly identifier: JsonObject;
  /** The pointer to it within its document. */
  readonly at: string;
}

/**
 * The objects of a document that have a local id in place of an id. It looks only where linkage may be: an attribute may have the same
 * members.
 *
 * @param isRelationship Whether a name in the extension's fields is that of a relationship.
 */
export function localIdentifiers(
  document: JsonObject,
  subject: Subject,
  isRelationship: (name: string) => boolean,
): LocalIdentifier[] {
  const linkages = subject === "linkage" ? inLinkage(document) : inResource(own(document, "data"), isRelationship);
  const identifiers = linkages.flatMap(([linkage, at]) =>
    Array.isArray(linkage)
      ? linkage.map((identifier, index) => ({ identifier, at: pointer(at, index) }))
      : [{ identifier: linkage, at }],
  );
  if (subject === "edit") identifiers.unshift({ identifier: own(document, "data"), at: "/data" });
  return identifiers.filter((each): each is LocalIdentifier => {
    const { identifier } = each;
    return isJsonObject(identifier) && Object.hasOwn(identifier, "lid") && !Object.hasOwn(identifier, "id");
  });
}

type Linkages = readonly (readonly [linkage: unknown, at: string])[];

function inLinkage(document: JsonObject): Linkages {
  const members = ["data", RELATED_MEMBER];
  return members.map((name) => [own(document, name), pointer("", name)]);
}

function inResource(data: unknown, isRelationship: (name: string) => boolean): Linkages {
  if (!isJsonObject(data)) return [];
  const relationships = membersOf(own(data, "relationships")).map(([name, value]) => {
    const linkage = isJsonObject(value) ? own(value, "data") : undefined;
    return [linkage, pointer("/data/relationships", name, "data")] as const;
  });
  const fields = membersOf(own(data, FIELDS_MEMBER)).filter(([name]) => isRelationship(name));
  const linkages = fields.map(([name, linkage]) => [linkage, pointer("/data", FIELDS_MEMBER, name)] as const);
  return [...relationships, ...linkages];
}

function membersOf(value: unknown): [string, unknown][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** A copy of an operation's document with ids in place of local ids, because their resources exist now. */
export function withIds(document: JsonObject, { info, resource }: OperationSpec, lids: LocalIds): JsonObject {
  const copy = structuredClone(document);
  const subject = OPERATIONS[info.kind].body === "linkage" ? "linkage" : info.kind === "editOne" ? "edit" : "create";
  for (const { identifier } of localIdentifiers(copy, subject, (name) => resource.relationships.has(name))) {
    Object.assign(identifier, { id: lids.get(identifier.type, identifier.lid) });
  }
  return copy;
}
