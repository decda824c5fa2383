import type { z } from "zod";
import { type Decoder, decoderOf } from "./decoder.js";
import { derivedSchema } from "./derived-schema.js";
import { keyTest } from "./key-test.js";
import type { MapNode, ObjectNode, RecordNode, SchemaNode, TupleNode, UnionNode } from "./node.js";
import { ParseState } from "./parse-state.js";

type Context = z.core.ParseContextInternal;
type Decode = (value: unknown, context: Context) => unknown;

const decoders = new WeakMap<SchemaNode, Decode>();

/**
 * Decodes a value and all that is in it, before Zod parses it. Only three kinds need that, because one value counts in two
 * places: both sides of an intersection must see the same value, and the elements of a set and the keys of a map are
 * compared with each other. Everywhere else Zod decodes each value where it parses it.
 *
 * Each value is decoded once for each node, so that it stays the same object.
 */
export function decodeTree(node: SchemaNode, value: unknown, context: Context): unknown {
  return decoderFor(node)(value, context);
}

function decoderFor(node: SchemaNode): Decode {
  let decode = decoders.get(node);
  if (decode === undefined) {
    decode = (value, context) => ParseState.of(context).decodeOnce(node, value, () => decodeNew(node, value, context));
    decoders.set(node, decode);
  }
  return decode;
}

function decodeNew(node: SchemaNode, value: unknown, context: Context): unknown {
  const inside = (inner: SchemaNode, part: unknown) => decoderFor(inner)(part, context);
  switch (node.kind) {
    case "nullable":
    case "optional":
    case "required":
    case "catch":
    case "alias":
      return inside(node.inner, value);
    case "intersection":
      return inside(node.right, inside(node.left, value));
    case "union":
      return decodeUnion(node, value, context);
    case "array":
      return Array.isArray(value) ? value.map((item) => inside(node.element, item)) : value;
    case "set":
      return Array.isArray(value) ? new Set(value.map((item) => inside(node.element, item))) : value;
    case "map":
      return decodeMap(node, value, inside);
    case "tuple":
      return decodeTuple(node, value, inside);
    case "object":
      return decodeMembers(value, (name) => node.members.get(name) ?? node.rest, inside);
    case "record": {
      const isMember = memberTest(node);
      return decodeMembers(value, (name) => (isMember(name) ? node.value : undefined), inside);
    }
    default: {
      const decode: Decoder | undefined = decoderOf(node.schema);
      return decode === undefined ? value : decode(value);
    }
  }
}

type Inside = (node: SchemaNode, part: unknown) => unknown;

/** The first option that takes the value decides how it is decoded. */
function decodeUnion(union: UnionNode, value: unknown, context: Context): unknown {
  for (const option of union.options) {
    const result = derivedSchema(option.schema, "json")._zod.run({ value, issues: [] }, context);
    // A check that is asynchronous is asked later: until then the option counts as one that takes the value.
    if (result instanceof Promise) result.catch(() => {});
    else if (result.issues.length > 0) continue;
    return decodeTree(option, value, context);
  }
  return value;
}

function decodeMap({ key, value: of }: MapNode, value: unknown, inside: Inside): unknown {
  if (!Array.isArray(value) || !value.every(isEntry)) return value;
  return new Map(value.map(([name, member]) => [inside(key, name), inside(of, member)]));
}

function isEntry(value: unknown): value is [unknown, unknown] {
  return Array.isArray(value) && value.length === 2;
}

function decodeTuple({ items, rest }: TupleNode, value: unknown, inside: Inside): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item, index) => {
    const node = items[index] ?? rest;
    return node === undefined ? item : inside(node, item);
  });
}

/** The other members of a loose record stay as they are. */
function memberTest({ key, keys, isLoose }: RecordNode): (name: string) => boolean {
  if (keys !== undefined) return (name) => keys.has(name);
  return isLoose ? keyTest(key, derivedSchema(key.schema, "exact")) : () => true;
}

function decodeMembers(value: unknown, nodeOf: (name: string) => ObjectNode["rest"], inside: Inside): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value; // a type note made it
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const node = nodeOf(name);
      return [name, node === undefined ? member : inside(node, member)];
    }),
  );
}
