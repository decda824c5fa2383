import type { ResourceSpec } from "../../define/definition.js";
import type { IdKind } from "../../define/id.js";
import type { RelationshipSpec } from "../../define/relationship.js";
import type { ResourceLinks } from "../links.js";
import type { DocumentNotes } from "../rich/document-notes.js";
import { PER_VALUE, type SchemaNote, schemaNote } from "../rich/schema-note.js";
import { quote } from "./quote.js";
import { describe, Misfit, RowError } from "./row-error.js";
import { checkedWriter, type ValueWriter, valueWriter } from "./value-writer.js";

/** A row as handlers return it: read by declared names alone. */
export type RowObject = Readonly<Record<string, unknown>>;

interface AttributeWriter {
  readonly name: string;
  /** `"title":` */
  readonly key: string;
  /** The same behind another: each piece of text that is joined costs, so what is known beforehand is joined once. */
  readonly nextKey: string;
  /** What every object has under this name: not a value of the row's, though a field may be called `constructor`. */
  readonly inherited: unknown;
  readonly write: ValueWriter;
  /** What its values were before they became JSON. */
  readonly note: SchemaNote;
}

/** The writer of a type. */
type WriterOf = (type: string) => ResourceWriter;

/** A relationship of a resource, as linkage and links. */
export class RelationshipWriter {
  readonly name: string;
  readonly spec: RelationshipSpec;
  /** `"author":{` */
  readonly open: string;
  /** What stands around the ids of its links; undefined where none is served. */
  readonly links: RelationshipLinks | undefined;
  readonly #writerOf: WriterOf;
  #target: ResourceWriter | undefined;

  constructor(name: string, spec: RelationshipSpec, links: ResourceLinks, writerOf: WriterOf) {
    this.name = name;
    this.spec = spec;
    this.open = `${quote(name)}:{`;
    this.links = relationshipLinks(links, name);
    this.#writerOf = writerOf;
  }

  /** Asked for when the first row links it: resources may link each other in circles, and few are asked for at first. */
  get target(): ResourceWriter {
    this.#target ??= this.#writerOf(this.spec.target);
    return this.#target;
  }
}

/** `"links":{"self":"/api/articles/` 1 `/relationship/author","related":"/api/articles/` 1 `/author"}` */
interface RelationshipLinks {
  readonly open: string;
  /** Undefined where only one of the two is served. */
  readonly between: string | undefined;
  readonly close: string;
}

/** The fields of a resource that an answer shows. */
export interface Selection {
  readonly attributes: readonly AttributeWriter[];
  readonly relationships: readonly RelationshipWriter[];
  /** What the schema says of the attributes, as JSON; undefined where all are plain. */
  readonly notes: string | undefined;
  /** The attributes of which only the value says what it is. */
  readonly open: readonly AttributeWriter[];
}

/** Writes the rows of one resource as resource objects. Compiled once. */
export class ResourceWriter {
  readonly spec: ResourceSpec;
  readonly links: ResourceLinks;
  /** `{"type":"articles","id":` */
  readonly #head: string;
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
    this.#head = `{"type":${quote(spec.type)},"id":`;
    this.#selfLink = links.hasSelf ? `,"links":{"self":"${links.base}/` : undefined;
    const attributes = [...spec.attributes]
      .filter(([name]) => !spec.writeOnly.has(name))
      .map(([name, schema]) => ({
        name,
        key: `${quote(name)}:`,
        nextKey: `,${quote(name)}:`,
        inherited: INHERITED[name],
        write: checkSchemas ? checkedWriter(schema) : valueWriter(schema),
        note: schemaNote(schema, "output"),
      }));
    const relationships = [...spec.relationships]
      .filter(([name]) => !spec.writeOnly.has(name))
      .map(([name, relationship]) => new RelationshipWriter(name, relationship, links, writerOf));
    this.#all = { attributes, relationships, ...notesOf(attributes) };
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
    return { attributes, relationships, ...notesOf(attributes) };
  }

  /** Notes what the values of a row are that its schema leaves open. */
  describe(row: RowObject, { open }: Selection, notes: DocumentNotes): void {
    const fields = open.map(({ name }) => ({ name, value: fieldOf(row, name) }));
    notes.addValues(this.spec.type, this.idText(row.id), fields);
  }

  /** A row as a resource object. Throws a RowError where it does not fit its declaration. */
  write(row: RowObject, selection: Selection): string {
    const id = this.idText(row.id);
    const urlId = this.urlId(id);
    let text = this.#head + this.#quoteId(id);
    const attributes = this.#attributes(row, selection);
    if (attributes !== "") text += `,"attributes":{${attributes}}`;
    const relationships = this.#relationships(row, selection, urlId);
    if (relationships !== "") text += `,"relationships":{${relationships}}`;
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
    return `${this.#head}${this.#quoteId(this.idText(id))}}`;
  }

  /** An int or a uuid has nothing to escape. */
  #quoteId(id: string): string {
    return this.spec.idKind === "string" ? quote(id) : `"${id}"`;
  }

  #attributes(row: RowObject, selection: Selection): string {
    let text = "";
    for (const { name, key, nextKey, inherited, write } of selection.attributes) {
      const value = row[name];
      let written: string | undefined;
      try {
        written = write(value === inherited ? undefined : value);
      } catch (error) {
        if (error instanceof Misfit) throw new RowError(this.spec.type, row.id, name, error.message);
        throw error;
      }
      if (written !== undefined) text += (text === "" ? key : nextKey) + written;
    }
    return text;
  }

  #relationships(row: RowObject, selection: Selection, urlId: string): string {
    let text = "";
    for (const relationship of selection.relationships) {
      const links = relationship.links && linksMember(relationship.links, urlId);
      const data = this.linkage(row, relationship);
      if (data === undefined && links === undefined) continue;
      if (text !== "") text += ",";
      text += relationship.open;
      if (data !== undefined) text += links === undefined ? `"data":${data}}` : `"data":${data},${links}}`;
      else text += `${links}}`;
    }
    return text;
  }

  /** Resource linkage, wherever the row carries the value; undefined where it does not. */
  linkage(row: RowObject, relationship: RelationshipWriter): string | undefined {
    const { name, spec } = relationship;
    const value = fieldOf(row, name);
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
    const seen = new Set<unknown>();
    let text = "";
    for (const value of values) {
      if (value === null || value === undefined) throw new RowError(this.spec.type, row.id, name, `holds ${value}`);
      const id = relatedId(value);
      if (seen.has(id)) continue; // JSON:API 1.1: linkage is a set
      seen.add(id);
      text += `${text === "" ? "" : ","}${target.identifier(id)}`;
    }
    return `[${text}]`;
  }
}

function notesOf(attributes: readonly AttributeWriter[]): Pick<Selection, "notes" | "open"> {
  const known = attributes.flatMap(({ name, note }) =>
    note === undefined || note === PER_VALUE ? [] : [[name, note] as const],
  );
  return {
    notes: known.length === 0 ? undefined : JSON.stringify(Object.fromEntries(known)),
    open: attributes.filter(({ note }) => note === PER_VALUE),
  };
}

function relationshipLinks(links: ResourceLinks, name: string): RelationshipLinks | undefined {
  const head = `"${links.base}/`;
  const self = `/relationship/${encodeURIComponent(name)}"`;
  const related = `/${encodeURIComponent(name)}"`;
  const hasRelated = links.hasRelated(name);
  if (!links.hasRelationship(name)) {
    return hasRelated ? { open: `"links":{"related":${head}`, between: undefined, close: `${related}}` } : undefined;
  }
  const open = `"links":{"self":${head}`;
  return hasRelated
    ? { open, between: `${self},"related":${head}`, close: `${related}}` }
    : { open, between: undefined, close: `${self}}` };
}

function linksMember({ open, between, close }: RelationshipLinks, urlId: string): string {
  return between === undefined ? open + urlId + close : open + urlId + between + urlId + close;
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
