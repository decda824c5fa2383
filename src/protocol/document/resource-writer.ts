import { memberOf } from "../../schema/inherited.js";
import type { ResourceSpec } from "../../define/model/resource.js";
import { dropped } from "../../schema/dropped.js";
import { isClientError } from "../errors/client-error.js";
import type { ValueNotes } from "../notes/value-notes.js";
import {
  type AttributeWriter,
  AFTER_ID,
  AFTER_VALUE,
  END,
  type Notes,
  type Place,
  attributeWriter,
  notesOf,
} from "./attribute-writer.js";
import { IdentifierWriter } from "./identifier-writer.js";
import type { ResourceLinks } from "./links.js";
import { RelationshipWriter } from "./relationship-writer.js";
import { ValueMismatch, RowError, describeValue } from "./row-error.js";
import { type RowObject, relatedId } from "./row.js";
import { type ValueWriter, valueWriter } from "./value-writer.js";

/** Returns the writer of a type. */
type WriterOf = (type: string) => ResourceWriter;

export interface ResourceWriterOptions {
  /** Whether attributes must also pass their whole schema. Default false. */
  readonly checkSchemas?: boolean;
  /** The links that resource objects contain. Default: all that are served. */
  readonly written?: ResourceLinks;
}

/** The fields of a resource that a response contains. */
export interface SelectedFields extends Notes {
  readonly attributes: readonly AttributeWriter[];
  readonly relationships: readonly RelationshipWriter[];
}

/**
 * Writes the rows of one resource as resource objects. It is compiled once: constant text, including the quotes around
 * values, is joined beforehand, because each concatenation costs time.
 */
export class ResourceWriter {
  readonly spec: ResourceSpec;
  readonly links: ResourceLinks;
  readonly identifiers: IdentifierWriter;
  /** `,{"type":"articles","id":"` */
  readonly #nextHead: string;
  /** `,"links":{"self":"/api/articles/`, or undefined without getOne. */
  readonly #selfLink: string | undefined;
  readonly #all: SelectedFields;
  readonly #version: { readonly name: string; readonly write: ValueWriter } | undefined;
  readonly #writerOf: WriterOf;
  readonly #byName: ReadonlyMap<string, RelationshipWriter>;

  /** @param writerOf Returns the writer of a linked resource. */
  constructor(
    spec: ResourceSpec,
    links: ResourceLinks,
    writerOf: WriterOf,
    { checkSchemas = false, written = links }: ResourceWriterOptions = {},
  ) {
    this.spec = spec;
    this.links = links;
    this.identifiers = new IdentifierWriter(spec.type, spec.idKind);
    this.#nextHead = `,${this.identifiers.head}`;
    this.#writerOf = writerOf;
    this.#selfLink = written.hasSelf ? `,"links":{"self":"${written.base}/` : undefined;
    const attributes = [...spec.attributes]
      .filter(([name]) => !spec.writeOnly.has(name))
      .map(([name, schema]) => attributeWriter(name, schema, checkSchemas));
    const relationships = [...spec.relationships]
      .filter(([name]) => !spec.writeOnly.has(name))
      .map(
        ([name, relationship]) =>
          new RelationshipWriter(name, relationship, written, () => writerOf(relationship.target).identifiers),
      );
    this.#all = { attributes, relationships, ...notesOf(spec.type, attributes) };
    const version = spec.version && spec.attributes.get(spec.version.field);
    this.#version = spec.version && version && { name: spec.version.field, write: valueWriter(version) };
    this.#byName = new Map(relationships.map((relationship) => [relationship.name, relationship]));
  }

  relationship(name: string): RelationshipWriter | undefined {
    return this.#byName.get(name);
  }

  /** The writer of a relationship's target. */
  targetOf({ spec }: RelationshipWriter): ResourceWriter {
    return this.#writerOf(spec.target);
  }

  get relationships(): readonly RelationshipWriter[] {
    return this.#all.relationships;
  }

  /** The fields in a sparse fieldset, or all fields without one. */
  select(fields: ReadonlySet<string> | undefined): SelectedFields {
    if (fields === undefined) return this.#all;
    const attributes = this.#all.attributes.filter(({ name }) => fields.has(name));
    const relationships = this.#all.relationships.filter(({ name }) => fields.has(name));
    return { attributes, relationships, ...notesOf(this.spec.type, attributes) };
  }

  /** Adds type notes for the row's values whose schema leaves the type open. */
  describe(row: RowObject, { open }: SelectedFields, values: ValueNotes): void {
    const fields = open.map(({ name, keep }) => {
      try {
        return { name, value: keep(memberOf(row, name)) }; // a note must not mention members that are not sent
      } catch (error) {
        throw this.#located(error, row, name);
      }
    });
    values.add(this.spec.type, this.identifiers.text(row.id), fields);
  }

  /**
   * Writes a row as a resource object. Throws a RowError if the row does not fit its declaration.
   *
   * @param isNext Whether another resource precedes it.
   */
  write(row: RowObject, selection: SelectedFields, isNext = false): string {
    const { identifiers } = this;
    const id = identifiers.text(row.id);
    const urlId = identifiers.url(id);
    const head = (isNext ? this.#nextHead : identifiers.head) + identifiers.escape(id);
    const text = this.#relationships(this.#attributes(head, row, selection), row, selection, urlId) + this.#metaOf(row);
    return this.#selfLink === undefined ? `${text}}` : `${text + this.#selfLink + urlId}"}}`;
  }

  /** The version, also if the request does not want the attribute. A handler may leave out an attribute that is not wanted. */
  #metaOf(row: RowObject): string {
    if (this.#version === undefined) return "";
    const { name, write } = this.#version;
    const value = memberOf(row, name);
    return value === undefined ? "" : `,"meta":{"version":${write(value)}}`;
  }

  /** @param head The text up to the id, without its closing quote. */
  #attributes(head: string, row: RowObject, selection: SelectedFields): string {
    let text = head;
    let place: Place = AFTER_ID;
    for (const { name, before, beforeJson, next, inherited, write } of selection.attributes) {
      let value: unknown;
      let written: string | undefined;
      try {
        value = row[name];
        written = write(value === inherited ? undefined : value);
      } catch (error) {
        dropped(value); // a getter may have made it
        throw this.#located(error, row, name);
      }
      if (written === undefined) continue;
      // A changed string is JSON, with its own quotes.
      const isJson = typeof value === "string" && written !== value;
      text += (isJson ? beforeJson : before)[place] + written;
      place = isJson ? AFTER_VALUE : next;
    }
    return text + END[place];
  }

  /** Adds the row and the field to an error. */
  #located(error: unknown, row: RowObject, name: string): unknown {
    if (error instanceof ValueMismatch) return RowError.at(this.spec.type, row.id, name, error);
    // Reading a value can throw: a getter, toJSON, a bigint in an object.
    if (isClientError(error)) return error;
    const reason = error instanceof Error ? error.message : String(error);
    return new RowError(this.spec.type, row.id, name, `cannot be read: ${reason}`, { cause: error });
  }

  #relationships(head: string, row: RowObject, selection: SelectedFields, urlId: string): string {
    let text = head;
    let isFirst = true;
    for (const relationship of selection.relationships) {
      const { before, links } = relationship;
      const data = this.linkage(row, relationship);
      if (data !== undefined) {
        text += (isFirst ? before.first : before.next) + data + (links === undefined ? "}" : links.afterData);
      } else if (links !== undefined) text += isFirst ? links.before.first : links.before.next;
      else continue;
      isFirst = false;
      if (links === undefined) continue;
      const close = data === undefined ? links.close : relationship.closeLinks(links, row, urlId);
      text += links.between === undefined ? urlId + close : urlId + links.between + urlId + close;
    }
    return isFirst ? text : `${text}}`;
  }

  /** Writes resource linkage, or returns undefined if the row does not contain it. Throws a RowError if it is invalid. */
  linkage(row: RowObject, relationship: RelationshipWriter): string | undefined {
    const { name, spec, target } = relationship;
    const value = relationship.valueIn(row);
    if (value === undefined) {
      if (spec.many ? !spec.linkage : spec.allowsAbsent) return undefined;
      throw new RowError(this.spec.type, row.id, name, "is missing");
    }
    if (spec.many) {
      if (!Array.isArray(value))
        throw new RowError(this.spec.type, row.id, name, `is ${describeValue(value)}, not an array`);
      return target.list(value, { type: this.spec.type, id: row.id, relationship: name });
    }
    if (value === null) {
      if (!spec.allowsNull) throw new RowError(this.spec.type, row.id, name, "is null, but is not nullable");
      return "null";
    }
    return target.one(relatedId(value));
  }
}
