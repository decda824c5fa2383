import type { z } from "zod";
import type { MemberNotes, TypeNote } from "../../wire/notes/note.js";
import { noteName } from "../../wire/notes/note-name.js";
import { type JsonShape, jsonShape, type ListShape } from "../../schema/json-shape.js";
import { madeOnce } from "../../schema/made-once.js";
import type { Side } from "../../schema/node.js";

/** Each value needs its own note, because its type does not follow from the schema and the JSON. */
export const PER_VALUE = "per value";

/** The type note for all values of a schema. Undefined if all values are plain JSON. */
export type SchemaNote = TypeNote | undefined | typeof PER_VALUE;

/** Returns the type note of a schema. */
export function schemaNote(schema: z.ZodType, side: Side): SchemaNote {
  return shapeNote(jsonShape(schema, side)).note;
}

interface SizedNote {
  readonly note: SchemaNote;
  /** The number of types in the note. */
  readonly size: number;
}

/** The maximum number of types in a note. Schemas that share their members could otherwise make it exponentially long. */
const MAX_SIZE = 1000;

const known = new WeakMap<JsonShape, SizedNote>();

function shapeNote(shape: JsonShape): SizedNote {
  return madeOnce(known, shape, () => readShape(shape));
}

const NOTHING: SizedNote = { note: undefined, size: 0 };
const EACH_VALUE: SizedNote = { note: PER_VALUE, size: 0 };

function readShape({ open, isPlain, text, list, object }: JsonShape): SizedNote {
  if (open) return EACH_VALUE;
  if (isPlain) return NOTHING;
  const textNote = text?.type === undefined ? NOTHING : { note: [text.type] as const, size: 1 };
  const notes = [
    textNote,
    list ? listNote(list) : NOTHING,
    object ? membersNote([...object.members], object.rest) : NOTHING,
  ];
  const found = notes.filter(({ note }) => note !== undefined);
  // One note describes one kind of JSON, because notes of members and notes of elements look alike.
  if (found.length > 1 || (found.length === 1 && list && object)) return EACH_VALUE;
  return found[0] ?? NOTHING;
}

function listNote({ type, items, rest }: ListShape): SizedNote {
  const inside = membersNote(
    items.map((item, index): [string, JsonShape] => [`${index}`, item]),
    rest,
  );
  if (inside.note === PER_VALUE || type === undefined) return inside;
  return { note: inside.note === undefined ? [type] : [type, inside.note], size: inside.size + 1 };
}

function membersNote(members: readonly [string, JsonShape][], rest: JsonShape | undefined): SizedNote {
  const others = rest ? shapeNote(rest) : NOTHING;
  if (others.note === PER_VALUE) return EACH_VALUE;
  let { size } = others;
  const notes: [string, TypeNote | null][] = others.note === undefined ? [] : [["*", others.note]];
  for (const [name, shape] of members) {
    const { note, size: inside } = shapeNote(shape);
    size += inside;
    if (note === PER_VALUE || size > MAX_SIZE) return EACH_VALUE;
    if (note !== undefined) notes.push([noteName(name), note]);
    else if (others.note !== undefined) notes.push([noteName(name), null]);
  }
  return { note: notes.length === 0 ? undefined : (Object.fromEntries(notes) satisfies MemberNotes), size };
}
