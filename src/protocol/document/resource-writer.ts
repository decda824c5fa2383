import type { z } from "zod";
import { type ResourceSpec, targetTypes } from "../../define/model/resource.js";
import { dropped } from "../../schema/dropped.js";
import { inheritedMember, memberOf } from "../../schema/own-members.js";
import { isClientError } from "../errors/error-document.js";
import { PER_VALUE, type SchemaNote, schemaNote } from "../notes/schema-note.js";
import type { ValueNotes } from "../notes/value-notes.js";
import { escapeText, quote } from "../text/json-text.js";
import type { Keeper } from "./kept-value.js";
import { IdentifierWriter, RelationshipWriter, type RowObject } from "./linkage-writer.js";
import type { ResourceLinks } from "./links.js";
import { RowError, ValueMismatch } from "./row-error.js";
import { checkedWriter, textWriter, type ValueWriter, valueKeeper, valueWriter } from "./value-writer.js";

type WriterOf = (type: string) => ResourceWriter;

export interface ResourceWriterOptions {
  /** Whether attributes must also pass their whole schema. Default false. */
  readonly checkSchemas?: boolean;
  /** The links that resource objects contain. Default: all that are served. */
  readonly written?: ResourceLinks;
}

/** The fields of a resource that a response contains, and their type notes. */
export interface SelectedFields {
  readonly attributes: readonly AttributeWriter[];
  readonly relationships: readonly RelationshipWriter[];
  /** `"articles":{"created_at":["Date"]}`, or undefined if all values are plain JSON. */
  readonly notes: string | undefined;
  /** `"pins":{"subject":["articles","videos"]}`, or undefined if no relationship leads to several types. */
  readonly targets: string | undefined;
  /** The attributes whose values need a note each, because their schema leaves the type open. */
  readonly open: readonly AttributeWriter[];
}

/**
 * Writes the rows of one resource as resource objects. It is compiled once: constant text, including the quotes around
 * values, is joined beforehand, because each concatenation costs time.
 */
export class ResourceWriter {
  readonly identifiers: IdentifierWriter;
  readonly relationships: readonly RelationshipWriter[];
  /** `,"links":{"self":"/api/articles/`, or undefined without getOne. */
  readonly #selfLink: string | undefined;
  readonly #all: SelectedFields;
  readonly #version: { readonly name: string; readonly write: ValueWriter } | undefined;
  readonly #writerOf: WriterOf;

  /** @param writerOf Returns the writer of a linked resource. */
  constructor(
    readonly spec: ResourceSpec,
    readonly links: ResourceLinks,
    writerOf: WriterOf,
    { checkSchemas = false, written = links }: ResourceWriterOptions = {},
  ) {
    const { type, version, writeOnly } = spec;
    this.identifiers = new IdentifierWriter(type, spec.idKind);
    this.#writerOf = writerOf;
    this.#selfLink = written.hasSelf ? `,"links":{"self":"${written.base}/` : undefined;
    const attributes = [...spec.attributes]
      .filter(([name]) => !writeOnly.has(name))
      .map(([name, schema]) => attributeWriter(name, schema, checkSchemas));
    this.relationships = [...spec.relationships]
      .filter(([name]) => !writeOnly.has(name))
      .map(([name, spec]) => new RelationshipWriter(type, name, spec, written, (other) => writerOf(other).identifiers));
    this.#all = selected(type, attributes, this.relationships);
    const schema = version && spec.attributes.get(version.field);
    this.#version = version && schema && { name: version.field, write: valueWriter(schema) };
  }

  relationship(name: string): RelationshipWriter | undefined {
    return this.relationships.find((relationship) => relationship.name === name);
  }

  /** The writers of a relationship's targets. */
  targetsOf({ spec }: RelationshipWriter): ResourceWriter[] {
    return targetTypes(spec).map((type) => this.#writerOf(type));
  }

  /** Whether a row may have an id alone: the request wants no field that every row has. */
  isBare(fields: ReadonlySet<string> | undefined): boolean {
    const { attributes, relationships } = this.select(fields);
    const isRequired = ({ spec }: RelationshipWriter) => (spec.many ? spec.linkage : !spec.allowsAbsent);
    return attributes.length === 0 && !relationships.some(isRequired);
  }

  /** The fields in a sparse fieldset, or all fields without one. */
  select(fields: ReadonlySet<string> | undefined): SelectedFields {
    if (fields === undefined) return this.#all;
    const attributes = this.#all.attributes.filter(({ name }) => fields.has(name));
    const relationships = this.relationships.filter(({ name }) => fields.has(name));
    return selected(this.spec.type, attributes, relationships);
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

  /** Writes a row as a resource object. Throws a RowError if the row does not fit its declaration. */
  write(row: RowObject, selection: SelectedFields): string {
    const { identifiers } = this;
    const id = identifiers.text(row.id);
    const urlId = identifiers.url(id);
    const head = identifiers.head + (identifiers.isPlain ? id : escapeText(id));
    let text = this.#relationships(this.#attributes(head, row, selection), row, selection, urlId);
    if (this.#version !== undefined) {
      // Also if the request does not want the attribute. A handler may leave out an attribute that is not wanted.
      const value = memberOf(row, this.#version.name);
      if (value !== undefined) text += `,"meta":{"version":${this.#version.write(value)}}`;
    }
    return this.#selfLink === undefined ? `${text}}` : `${text + this.#selfLink + urlId}"}}`;
  }

  /** Writes the id and the attributes of a row as the first members of a flat object, which stays open. */
  writeFlat(row: RowObject, selection: SelectedFields, withType: boolean): string {
    const { identifiers } = this;
    const id = identifiers.text(row.id);
    const head = (withType ? identifiers.head : '{"id":"') + (identifiers.isPlain ? id : escapeText(id));
    return this.#attributes(head, row, selection, AFTER_TEXT, FLAT_END);
  }

  /**
   * @param head The text up to the id, without its closing quote.
   * @param first The place of the first attribute.
   */
  #attributes(head: string, row: RowObject, selection: SelectedFields, first: Place = AFTER_ID, end = END): string {
    let text = head;
    let place: Place = first;
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
    return text + end[place];
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
      const data = relationship.linkage(row);
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
}

/** What precedes an attribute: the id, a text or another value. The closing quote of an id or a text is still missing. */
type Place = 0 | 1 | 2;
const AFTER_ID: Place = 0;
const AFTER_TEXT: Place = 1;
const AFTER_VALUE: Place = 2;

/** The text that closes the attributes, by place. */
const END: readonly [string, string, string] = ['"', '"}', "}"];
const FLAT_END: typeof END = ['"', '"', ""];

/** Writes an attribute of a resource. */
interface AttributeWriter {
  readonly name: string;
  /** The text before the value, by place: `","attributes":{"title":"`, `","title":"`, `,"title":"`. */
  readonly before: readonly [string, string, string];
  /** The same without the value's opening quote. */
  readonly beforeJson: readonly [string, string, string];
  /** The place of the next attribute. */
  readonly next: Place;
  /**
   * Writes the value. Text is written without quotes, because the text around it contains them. A string that needs escapes
   * is returned as JSON, with its quotes.
   */
  readonly write: ValueWriter;
  /** The value that every object inherits under this name: `constructor`, for example. It is not the row's value. */
  readonly inherited: unknown;
  /** Removes undeclared members from a value. */
  readonly keep: Keeper;
  /** The type note for its values. */
  readonly note: SchemaNote;
}

/** @param checkSchemas Whether values must also pass the whole schema. */
function attributeWriter(name: string, schema: z.ZodType, checkSchemas: boolean): AttributeWriter {
  const text = checkSchemas ? undefined : textWriter(schema);
  const json = `${quote(name)}:`;
  const key = text === undefined ? json : `${json}"`;
  return {
    name,
    before: placesOf(key),
    beforeJson: placesOf(json),
    next: text === undefined ? AFTER_VALUE : AFTER_TEXT,
    write: text ?? (checkSchemas ? checkedWriter(schema) : valueWriter(schema)),
    keep: valueKeeper(schema),
    inherited: inheritedMember(name),
    note: schemaNote(schema, "output"),
  };
}

function placesOf(key: string): readonly [string, string, string] {
  return [`","attributes":{${key}`, `",${key}`, `,${key}`];
}

function selected(
  type: string,
  attributes: readonly AttributeWriter[],
  relationships: readonly RelationshipWriter[],
): SelectedFields {
  const noted = attributes.filter(({ note }) => note !== undefined && note !== PER_VALUE);
  const notes = Object.fromEntries(noted.map(({ name, note }) => [name, note]));
  const several = relationships.filter(({ spec }) => spec.targets !== undefined);
  const targets = Object.fromEntries(several.map(({ name, spec }) => [name, targetTypes(spec)]));
  return {
    attributes,
    relationships,
    notes: noted.length === 0 ? undefined : `${quote(type)}:${JSON.stringify(notes)}`,
    targets: several.length === 0 ? undefined : `${quote(type)}:${JSON.stringify(targets)}`,
    open: attributes.filter(({ note }) => note === PER_VALUE),
  };
}
