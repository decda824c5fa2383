import type { ResourceSpec } from "../../define/definition.js";
import type { IdKind } from "../../schema/id-kind.js";
import type { ResourceLinks } from "../links.js";
import type { OpenValues } from "../rich/open-values.js";
import { FEW } from "../few.js";
import {
  type AttributeWriter,
  attributeWriter,
  BEHIND_ID,
  BEHIND_VALUE,
  END,
  type Notes,
  notesOf,
  type Place,
} from "./attribute-writer.js";
import { escapeText, quote } from "./quote.js";
import { RelationshipWriter, type WriterOf } from "./relationship-writer.js";
import { describe, Misfit, RowError } from "./row-error.js";

/** A row as handlers return it: read by declared names alone. */
export type RowObject = Readonly<Record<string, unknown>>;

/** The fields of a resource that an answer shows. */
export interface Selection extends Notes {
  readonly attributes: readonly AttributeWriter[];
  readonly relationships: readonly RelationshipWriter[];
}

/**
 * Writes the rows of one resource as resource objects. Compiled once: what is known beforehand is joined once, up to and
 * including the quotes around what is not, since every piece of text costs when it is joined, and again when the answer
 * is made flat.
 */
export class ResourceWriter {
  readonly spec: ResourceSpec;
  readonly links: ResourceLinks;
  /** `{"type":"articles","id":"` */
  readonly #head: string;
  /** The same behind another. */
  readonly #nextHead: string;
  /** `[{"type":"articles","id":"`, and `"},{"type":"articles","id":"`, for linkage. */
  readonly #firstIdentifier: string;
  readonly #nextIdentifier: string;
  /** `,"links":{"self":"/api/articles/`; undefined where a resource cannot be got. */
  readonly #selfLink: string | undefined;
  readonly #all: Selection;
  readonly #byName: ReadonlyMap<string, RelationshipWriter>;

  /**
   * @param writerOf Gives the writers of the resources that this one links.
   * @param checkSchemas Whether every attribute must also pass its whole schema.
   */
  constructor(spec: ResourceSpec, links: ResourceLinks, writerOf: WriterOf, checkSchemas = false) {
    this.spec = spec;
    this.links = links;
    this.#head = `{"type":${quote(spec.type)},"id":"`;
    this.#nextHead = `,${this.#head}`;
    this.#firstIdentifier = `[${this.#head}`;
    this.#nextIdentifier = `"},${this.#head}`;
    this.#selfLink = links.hasSelf ? `,"links":{"self":"${links.base}/` : undefined;
    const attributes = [...spec.attributes]
      .filter(([name]) => !spec.writeOnly.has(name))
      .map(([name, schema]) => attributeWriter(name, schema, checkSchemas));
    const relationships = [...spec.relationships]
      .filter(([name]) => !spec.writeOnly.has(name))
      .map(([name, relationship]) => new RelationshipWriter(name, relationship, links, writerOf));
    this.#all = { attributes, relationships, ...notesOf(spec.type, attributes) };
    this.#byName = new Map(relationships.map((relationship) => [relationship.name, relationship]));
  }

  relationship(name: string): RelationshipWriter | undefined {
    return this.#byName.get(name);
  }

  get relationships(): readonly RelationshipWriter[] {
    return this.#all.relationships;
  }

  /** What a sparse fieldset leaves; everything without one. */
  select(fields: ReadonlySet<string> | undefined): Selection {
    if (fields === undefined) return this.#all;
    const attributes = this.#all.attributes.filter(({ name }) => fields.has(name));
    const relationships = this.#all.relationships.filter(({ name }) => fields.has(name));
    return { attributes, relationships, ...notesOf(this.spec.type, attributes) };
  }

  /** Notes what the values of a row are that its schema leaves open. */
  describe(row: RowObject, { open }: Selection, values: OpenValues): void {
    const fields = open.map(({ name, keep }) => {
      try {
        return { name, value: keep(fieldOf(row, name)) }; // a note must not name what does not leave
      } catch (error) {
        throw this.#located(error, row, name);
      }
    });
    values.add(this.spec.type, this.idText(row.id), fields);
  }

  /**
   * A row as a resource object. Throws a RowError where it does not fit its declaration.
   *
   * @param isNext Whether it stands behind another.
   */
  write(row: RowObject, selection: Selection, isNext = false): string {
    const id = this.idText(row.id);
    const urlId = this.urlId(id);
    const head = (isNext ? this.#nextHead : this.#head) + this.#escapeId(id);
    const text = this.#relationships(this.#attributes(head, row, selection), row, selection, urlId);
    return this.#selfLink === undefined ? `${text}}` : `${text + this.#selfLink + urlId}"}}`;
  }

  /** An id as payloads have it: a string. */
  idText(id: unknown): string {
    const text = idText(this.spec.idKind, id);
    if (text === undefined)
      throw new RowError(this.spec.type, id as string, "id", `is ${describe(id)}, not ${ID_NOUNS[this.spec.idKind]}`);
    return text;
  }

  urlId(id: string): string {
    return this.spec.idKind === "string" ? encodeURIComponent(id) : id;
  }

  /** `{"type":"users","id":"7"}` */
  identifier(id: unknown): string {
    return `${this.#head}${this.#escapeId(this.idText(id))}"}`;
  }

  /** An int or a uuid has nothing to escape. */
  #escapeId(id: string): string {
    return this.spec.idKind === "string" ? escapeText(id) : id;
  }

  /** @param head What stands before: up to the id, without its last quote. */
  #attributes(head: string, row: RowObject, selection: Selection): string {
    let text = head;
    let place: Place = BEHIND_ID;
    for (const { name, before, beforeJson, next, inherited, write } of selection.attributes) {
      const value = row[name];
      let written: string | undefined;
      try {
        written = write(value === inherited ? undefined : value);
      } catch (error) {
        throw this.#located(error, row, name);
      }
      if (written === undefined) continue;
      // A string that is not as it was comes as JSON.
      const isJson = typeof value === "string" && written !== value;
      text += (isJson ? beforeJson : before)[place] + written;
      place = isJson ? BEHIND_VALUE : next;
    }
    return text + END[place];
  }

  /** An error that names the row and the field. */
  #located(error: unknown, row: RowObject, name: string): unknown {
    return error instanceof Misfit ? RowError.at(this.spec.type, row.id, name, error) : error;
  }

  #relationships(head: string, row: RowObject, selection: Selection, urlId: string): string {
    let text = head;
    let isFirst = true;
    for (const relationship of selection.relationships) {
      const { before, links } = relationship;
      const data = this.linkage(row, relationship);
      if (data !== undefined) {
        text += (isFirst ? before.first : before.next) + data + (links === undefined ? "}" : links.behindData);
      } else if (links !== undefined) text += isFirst ? links.before.first : links.before.next;
      else continue;
      isFirst = false;
      if (links === undefined) continue;
      text += links.between === undefined ? urlId + links.close : urlId + links.between + urlId + links.close;
    }
    return isFirst ? text : `${text}}`;
  }

  /** Resource linkage, wherever the row carries the value; undefined where it does not. */
  linkage(row: RowObject, relationship: RelationshipWriter): string | undefined {
    const { name, spec } = relationship;
    const value = relationship.valueIn(row);
    if (value === undefined) {
      if (spec.many ? !spec.linkage : spec.allowsAbsent) return undefined;
      throw new RowError(this.spec.type, row.id, name, "is missing");
    }
    if (spec.many) {
      if (!Array.isArray(value))
        throw new RowError(this.spec.type, row.id, name, `is ${describe(value)}, not an array`);
      return this.#linkageList(value, row, name, relationship.target);
    }
    if (value === null) {
      if (!spec.allowsNull) throw new RowError(this.spec.type, row.id, name, "is null, and is not declared nullable");
      return "null";
    }
    return relationship.target.identifier(relatedId(value));
  }

  #linkageList(values: readonly unknown[], row: RowObject, name: string, target: ResourceWriter): string {
    const seen = values.length > FEW ? new Set<unknown>() : undefined;
    let text = "";
    for (let index = 0; index < values.length; index++) {
      const value = values[index];
      if (value === null || value === undefined) throw new RowError(this.spec.type, row.id, name, `holds ${value}`);
      const id = relatedId(value);
      // JSON:API 1.1: linkage is a set
      if (seen === undefined ? isAmong(values, index, id) : seen.has(id)) continue;
      seen?.add(id);
      text += (text === "" ? target.#firstIdentifier : target.#nextIdentifier) + target.#escapeId(target.idText(id));
    }
    return text === "" ? "[]" : `${text}"}]`;
  }
}

/** Whether one of the first values has an id. */
function isAmong(values: readonly unknown[], count: number, id: unknown): boolean {
  for (let index = 0; index < count; index++) if (relatedId(values[index]) === id) return true;
  return false;
}

const ID_NOUNS: Readonly<Record<IdKind, string>> = { int: "an integer", string: "a string", uuid: "a uuid string" };

function idText(kind: IdKind, id: unknown): string | undefined {
  if (kind === "int") return Number.isSafeInteger(id) ? `${id}` : undefined;
  if (typeof id !== "string" || id === "") return undefined;
  return kind === "string" || UUID.test(id) ? id : undefined; // what stands in links as it is
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const INHERITED = Object.prototype as unknown as RowObject; // any object may be read by key

/** A row's value of a field: undefined also for a name that every object inherits. */
export function fieldOf(row: RowObject, name: string): unknown {
  const value = row[name];
  return value === INHERITED[name] ? undefined : value;
}

/** The id of a related value: a raw id, or a nested row's. */
export function relatedId(value: unknown): unknown {
  return isNested(value) ? value.id : value;
}

export function isNested(value: unknown): value is RowObject {
  return value !== null && typeof value === "object";
}
