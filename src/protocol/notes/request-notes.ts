import { type KindNote, type MemberNotes, own, type TypeNote } from "../../wire/notes/note.js";
import { noteName } from "../../wire/notes/note-name.js";
import { isObject, mapMembers } from "../../wire/notes/members.js";
import { isEntries } from "../../schema/decoder.js";
import { parseBigint, parseDate, parseUrl } from "../../schema/text.js";
import { superjson } from "./superjson.js";
import { innerNode, leavesOf, type SchemaNode } from "../../schema/node.js";

/** The additional types that an application allows in requests' type notes. */
export type AllowedTypes = ReadonlySet<string>;

export const NO_TYPES: AllowedTypes = new Set();

/** Thrown for a type note that does not fit its value, or that has a type that requests may not use. */
export class NoteMismatch extends Error {}

/**
 * Revives a request's values with the types in its notes. Only a closed list of types is allowed, whose values cost no more
 * than their text. The application can allow other types by name.
 *
 * @throws {NoteMismatch} For a type that is not allowed, before the value is revived.
 */
export function reviveSent(
  value: unknown,
  note: TypeNote | null | undefined,
  allowed: AllowedTypes = NO_TYPES,
): unknown {
  if (value == null || note == null) return value;
  if (Array.isArray(note)) return reviveTyped(value, note as KindNote, allowed);
  if (!isObject(note)) throw new NoteMismatch(`a type note is an object or a list, not ${JSON.stringify(note)}`);
  const notes = note as MemberNotes; // not a list
  const others = own(notes, "*");
  const revived = (member: unknown, name: string | number) => {
    const named = own(notes, noteName(`${name}`));
    return reviveSent(member, named === undefined ? others : named, allowed);
  };
  if (Array.isArray(value)) return value.map(revived);
  return isObject(value) ? mapMembers(value, revived) : value;
}

function reviveTyped(value: unknown, [type, inside]: KindNote, allowed: AllowedTypes): unknown {
  if (type === "superjson") return reviveTree(value, inside, (inner, of) => reviveOne(inner, of, allowed));
  if (type !== "set" && type !== "map") return reviveOne(value, type, allowed);
  return reviveOne(reviveSent(value, inside as TypeNote | undefined, allowed), type, allowed); // its elements first
}

/** @param type superjson's name of a type: a text, or a list such as `["custom", "money"]`. */
function reviveOne(value: unknown, type: unknown, allowed: AllowedTypes): unknown {
  const revived = Array.isArray(type) ? reviveNamed(value, type, allowed) : reviveSimple(value, type, allowed);
  if (revived === undefined && type !== "undefined")
    throw new NoteMismatch(`a value does not fit the type ${JSON.stringify(type)}`);
  return revived;
}

/** Returns undefined if the value does not fit. */
function reviveSimple(value: unknown, type: unknown, allowed: AllowedTypes): unknown {
  const parse = typeof type === "string" ? own(FROM_TEXT, type) : undefined;
  if (parse !== undefined) return typeof value === "string" ? parse(value) : undefined;
  switch (type) {
    case "undefined":
      return undefined;
    case "set":
      return Array.isArray(value) ? new Set(value) : undefined;
    case "map":
      return isEntries(value) ? new Map(value) : undefined;
    case "regexp":
      return bySuperjson(value, type, allowed.has("RegExp") && typeof value === "string");
    case "Error":
      return bySuperjson(value, type, allowed.has("Error") && isObject(value));
    default:
      throw new NoteMismatch(`a request may not name the type ${JSON.stringify(type)}`);
  }
}

const NUMBERS: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  "-Infinity": Number.NEGATIVE_INFINITY,
  "-0": -0,
};

const FROM_TEXT: Readonly<Record<string, (text: string) => unknown>> = {
  Date: parseDate,
  URL: parseUrl,
  bigint: parseBigint,
  number: (text) => own(NUMBERS, text),
};

/** Revives a type that superjson notes as a list: a registered class, for example, or a typed array. */
function reviveNamed(value: unknown, type: readonly unknown[], allowed: AllowedTypes): unknown {
  const [family, name] = type;
  switch (family) {
    case "class":
    case "custom":
      return bySuperjson(value, type, true);
    case "symbol":
      return bySuperjson(value, type, allowed.has("symbol"));
    case "typed-array": // from a number, superjson would allocate that many elements
      return bySuperjson(value, type, allowed.has(`${name}`) && Array.isArray(value));
    default:
      throw new NoteMismatch(`a request may not name the type ${JSON.stringify(type)}`);
  }
}

function bySuperjson(value: unknown, type: unknown, isAllowed: boolean): unknown {
  if (!isAllowed) throw new NoteMismatch(`a request may not name the type ${JSON.stringify(type)}`);
  try {
    return superjson.deserialize({ json: value, meta: { values: [type] } });
  } catch (cause) {
    throw new NoteMismatch(`superjson cannot revive the type ${JSON.stringify(type)}`, { cause });
  }
}

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

/** Revives a value of a type from JSON. */
type Revive = (json: unknown, type: unknown) => unknown;

/**
 * Revives superjson's JSON with the `values` of its meta: `[type]`, `[type, { path: values }]`, or `{ path: values }`.
 * Nested values are revived first. The value is changed in place, because it was parsed for this request only. Paths that
 * lead to inherited members are ignored.
 *
 * Notes about equal references are ignored: thirty references can describe a structure with a billion nodes.
 */
export function reviveTree(json: unknown, meta: unknown, revive: Revive): unknown {
  return isObject(meta) && "values" in meta ? reviveAt(json, meta.values, revive) : json;
}

function reviveAt(json: unknown, values: unknown, revive: Revive): unknown {
  if (!isObject(values)) return json;
  const [type, children] = Array.isArray(values) ? (values as readonly unknown[]) : [undefined, values];
  const isTyped = Array.isArray(values);
  if (isObject(children)) {
    for (const [path, inner] of Object.entries(children))
      change(json, segmentsOf(path), (part) => reviveAt(part, inner, revive));
  }
  return isTyped ? revive(json, type) : json;
}

function change(json: unknown, path: readonly string[], make: (part: unknown) => unknown): void {
  let parent = json;
  for (const [index, name] of path.entries()) {
    if (!isJson(parent) || !Object.prototype.propertyIsEnumerable.call(parent, name)) return;
    const members = parent as Record<string, unknown>; // any object may be read by key
    if (index < path.length - 1) {
      parent = members[name];
      continue;
    }
    const value = make(members[name]);
    Reflect.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
  }
}

/** Whether a value is a list or a plain object. superjson's paths lead only into these. */
function isJson(value: unknown): value is object {
  return Array.isArray(value) || (isObject(value) && Object.getPrototypeOf(value) === Object.prototype);
}

/** superjson joins the segments of a path with dots; a dot or a backslash inside one has a backslash before it. */
function segmentsOf(path: string): string[] {
  const segments = [""];
  for (let index = 0; index < path.length; index++) {
    const character = path.charAt(index);
    if (character === ".") segments.push("");
    else
      segments[segments.length - 1] += character === "\\" && index + 1 < path.length ? path.charAt(++index) : character;
  }
  return segments;
}
