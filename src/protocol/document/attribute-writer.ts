import { inheritedMember } from "../../schema/inherited.js";
import type { z } from "zod";
import { PER_VALUE, type SchemaNote, schemaNote } from "../notes/schema-note.js";
import { quote } from "../text/json-string.js";
import type { Keeper } from "./kept-value.js";
import { checkedWriter, textWriter, type ValueWriter, valueKeeper, valueWriter } from "./value-writer.js";

/** What precedes an attribute: the id, a text or another value. The closing quote of an id or a text is still missing. */
export type Place = 0 | 1 | 2;
export const AFTER_ID: Place = 0;
export const AFTER_TEXT: Place = 1;
export const AFTER_VALUE: Place = 2;

/** The text that closes the attributes, by place. */
export const END: readonly [string, string, string] = ['"', '"}', "}"];

/** Writes an attribute of a resource. */
export interface AttributeWriter {
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
export function attributeWriter(name: string, schema: z.ZodType, checkSchemas: boolean): AttributeWriter {
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

/** The type notes for a selection of attributes. */
export interface Notes {
  /** `"articles":{"created_at":["Date"]}`, or undefined if all values are plain JSON. */
  readonly notes: string | undefined;
  /** The attributes whose values need a note each, because their schema leaves the type open. */
  readonly open: readonly AttributeWriter[];
}

export function notesOf(type: string, attributes: readonly AttributeWriter[]): Notes {
  const known = attributes.flatMap(({ name, note }) =>
    note === undefined || note === PER_VALUE ? [] : [[name, note] as const],
  );
  return {
    notes: known.length === 0 ? undefined : `${quote(type)}:${JSON.stringify(Object.fromEntries(known))}`,
    open: attributes.filter(({ note }) => note === PER_VALUE),
  };
}
