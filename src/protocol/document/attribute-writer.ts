import type { z } from "zod";
import { PER_VALUE, type SchemaNote, schemaNote } from "../notes/schema-note.js";
import { quote } from "../text/json-string.js";
import type { RowObject } from "./row.js";
import type { Keeper } from "./kept-value.js";
import { checkedWriter, textWriter, type ValueWriter, valueKeeper, valueWriter } from "./value-writer.js";

/** What an attribute stands behind: the id's text, another text, or a value that is none. Texts have their last quote yet to come. */
export type Place = 0 | 1 | 2;
export const BEHIND_ID: Place = 0;
export const BEHIND_TEXT: Place = 1;
export const BEHIND_VALUE: Place = 2;

/** What ends the attributes. */
export const END: readonly [string, string, string] = ['"', '"}', "}"];

/** An attribute of a resource. */
export interface AttributeWriter {
  readonly name: string;
  /** What stands before it, by its place: `","attributes":{"title":"`, `","title":"`, `,"title":"`. */
  readonly before: readonly [string, string, string];
  /** The same without the quote of the value. */
  readonly beforeJson: readonly [string, string, string];
  /** The place of what comes next. */
  readonly next: Place;
  /**
   * Its value; where that is a text, without quotes, which are part of what stands around it. A string that is not given
   * back as it is comes as JSON.
   */
  readonly write: ValueWriter;
  /** What every object has under this name: not a value of the row's, though a field may be called `constructor`. */
  readonly inherited: unknown;
  /** What leaves of a value, before it is written. */
  readonly keep: Keeper;
  /** What its values were before they became JSON. */
  readonly note: SchemaNote;
}

/** @param checkSchemas Whether its values must also pass the whole schema. */
export function attributeWriter(name: string, schema: z.ZodType, checkSchemas: boolean): AttributeWriter {
  const text = checkSchemas ? undefined : textWriter(schema);
  const json = `${quote(name)}:`;
  const key = text === undefined ? json : `${json}"`;
  return {
    name,
    before: placesOf(key),
    beforeJson: placesOf(json),
    next: text === undefined ? BEHIND_VALUE : BEHIND_TEXT,
    write: text ?? (checkSchemas ? checkedWriter(schema) : valueWriter(schema)),
    keep: valueKeeper(schema),
    inherited: (Object.prototype as unknown as RowObject)[name], // any object may be read by key
    note: schemaNote(schema, "output"),
  };
}

function placesOf(key: string): readonly [string, string, string] {
  return [`","attributes":{${key}`, `",${key}`, `,${key}`];
}

/** What schemas say of some attributes of a type. */
export interface Notes {
  /** `"articles":{"created_at":["Date"]}`: of all their values; undefined where all are plain. */
  readonly notes: string | undefined;
  /** The attributes of which only the value says what it is. */
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
