import type { z } from "zod";
import type { MemberNotes, Note } from "../../rich/note.js";
import { noteName } from "../../rich/note-name.js";
import { type Direction, type ListShape, type ObjectShape, type WireShape, wireShape } from "./wire-shape.js";

/** Each value needs a description of its own: the schema leaves open what it is, or cannot tell by its JSON. */
export const PER_VALUE = "per value";

/** What a schema says of its values: a note that holds for all; undefined where JSON says everything. */
export type SchemaNote = Note | undefined | typeof PER_VALUE;

/** Reads what a schema says of its values on the wire. */
export function schemaNote(schema: z.ZodType, direction: Direction): SchemaNote {
  return shapeNote(wireShape(schema, direction));
}

function shapeNote({ open, text, list, object }: WireShape): SchemaNote {
  if (open) return PER_VALUE;
  const textNote: SchemaNote = text?.type === undefined ? undefined : [text.type];
  const found = [textNote, list && listNote(list), object && objectNote(object)];
  const notes = found.filter((note) => note !== undefined);
  // One note speaks of one kind of JSON. Members' notes would be taken for elements', and the other way round.
  if (notes.length > 1 || (notes.length === 1 && list && object)) return PER_VALUE;
  return notes[0];
}

function listNote({ type, items, rest }: ListShape): SchemaNote {
  const inside = membersNote(
    items.map((item, index): [string, WireShape] => [`${index}`, item]),
    rest,
  );
  if (inside === PER_VALUE || type === undefined) return inside;
  return inside === undefined ? [type] : [type, inside];
}

function objectNote({ members, rest }: ObjectShape): SchemaNote {
  return membersNote([...members], rest);
}

function membersNote(members: readonly [string, WireShape][], rest: WireShape | undefined): SchemaNote {
  const others = rest && shapeNote(rest);
  if (others === PER_VALUE) return PER_VALUE;
  const notes: [string, Note | null][] = others === undefined ? [] : [["*", others]];
  for (const [name, shape] of members) {
    const note = shapeNote(shape);
    if (note === PER_VALUE) return PER_VALUE;
    if (note !== undefined) notes.push([noteName(name), note]);
    else if (others !== undefined) notes.push([noteName(name), null]);
  }
  return notes.length === 0 ? undefined : (Object.fromEntries(notes) satisfies MemberNotes);
}
