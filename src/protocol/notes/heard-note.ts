import { type MemberNotes, type TypeNote, own } from "../../wire/notes/note.js";
import { noteName } from "../../wire/notes/note-name.js";
import { isObject } from "../../wire/notes/members.js";
import { innerNode, leavesOf, type SchemaNode } from "../../schema/node.js";

/**
 * The part of a note that counts: types where the schema leaves them open. Elsewhere the schema says what a value is. Zod
 * would take a URL for an object, and give the handler its methods as members.
 */
export function heardNote(
  value: unknown,
  note: TypeNote | null | undefined,
  node: SchemaNode,
): TypeNote | null | undefined {
  return heard(value, note, leavesOf([node]));
}

function heard(
  value: unknown,
  note: TypeNote | null | undefined,
  leaves: readonly SchemaNode[],
): TypeNote | null | undefined {
  if (note == null || leaves.some(isOpen)) return note;
  if (Array.isArray(note) || !isObject(note) || !isObject(value)) return leaves.some(isTyped) ? note : null;
  const notes = note as MemberNotes; // not a list
  const others = own(notes, "*");
  const names = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const counted = names.flatMap((key): [string, TypeNote | null][] => {
    const name = noteName(`${key}`);
    const named = own(notes, name);
    const given = named === undefined ? others : named;
    if (given == null) return [];
    const member = (value as Readonly<Record<PropertyKey, unknown>>)[key]; // any object may be read by key
    const inner = leavesOf(leaves.flatMap((leaf) => innerNode(leaf, key) ?? []));
    return [[name, heard(member, given, inner) ?? null]];
  });
  return Object.fromEntries(counted);
}

/** Whether a node takes values of any type. A set and a map revive what is in them first. */
function isOpen(node: SchemaNode): boolean {
  if (node.kind === "record" && node.isLoose) return true; // its other members may be anything
  return ["open", "instance", "catch", "set", "map"].includes(node.kind) || ("coerces" in node && node.coerces);
}

/** Whether a node takes values of a type that JSON lacks. */
function isTyped({ kind }: SchemaNode): boolean {
  return ["date", "bigint", "nan", "literal", "number"].includes(kind);
}
