import { type MemberNotes, type TypeNote, own } from "../../wire/notes/note.js";
import { noteName } from "../../wire/notes/note-name.js";
import { isObject } from "../../wire/notes/members.js";
import { innerNode, leavesOf, type SchemaNode } from "../../schema/node.js";

/**
 * Returns the part of a note that applies: types where the schema leaves the type open. Elsewhere the schema decides. Zod
 * would accept a URL as an object, and the handler would get its methods as members.
 */
export function applicableNote(
  value: unknown,
  note: TypeNote | null | undefined,
  node: SchemaNode,
): TypeNote | null | undefined {
  return noteFor(value, note, leavesOf([node]));
}

function noteFor(
  value: unknown,
  note: TypeNote | null | undefined,
  leaves: readonly SchemaNode[],
): TypeNote | null | undefined {
  if (note == null || leaves.some(isOpen)) return note;
  if (Array.isArray(note) || !isObject(note) || !isObject(value)) return leaves.some(isTyped) ? note : null;
  const notes = note as MemberNotes; // not a list
  const others = own(notes, "*");
  const names = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const applicable = names.flatMap((key): [string, TypeNote | null][] => {
    const name = noteName(`${key}`);
    const named = own(notes, name);
    const inside = named === undefined ? others : named;
    if (inside == null) return [];
    const member = (value as Readonly<Record<PropertyKey, unknown>>)[key]; // any object may be read by key
    const inner = leavesOf(leaves.flatMap((leaf) => innerNode(leaf, key) ?? []));
    return [[name, noteFor(member, inside, inner) ?? null]];
  });
  return Object.fromEntries(applicable);
}

/** Whether a node accepts values of any type. Sets and maps count, because their elements must be revived first. */
function isOpen(node: SchemaNode): boolean {
  if (node.kind === "record" && node.isLoose) return true; // its other members may have any type
  return ["open", "instance", "catch", "set", "map"].includes(node.kind) || ("coerces" in node && node.coerces);
}

/** Whether a node accepts values of a type that JSON lacks. */
function isTyped({ kind }: SchemaNode): boolean {
  return ["date", "bigint", "nan", "literal", "number"].includes(kind);
}
