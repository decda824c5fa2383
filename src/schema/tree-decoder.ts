import type { z } from "zod";
import { decoderOf, isEntries } from "./decoder.js";
import { keyTest } from "./key-test.js";
import type { MapNode, ObjectNode, RecordNode, SchemaNode, TupleNode, UnionNode } from "./node.js";
import type { ParseState } from "./parse-state.js";

/**
 * Whether a schema takes a value as JSON has it. `nearly`: only checks fail, or there are other members, which the other side
 * of an intersection may declare.
 */
export type Takes = (schema: z.core.$ZodType, value: unknown) => "yes" | "nearly" | "no";

/**
 * Decodes a value and all that is in it, before Zod parses it. Only three kinds need that, because one value counts in two
 * places: both sides of an intersection must see the same value, and the elements of a set and the keys of a map are
 * compared with each other. Everywhere else Zod decodes each value where it parses it.
 *
 * @param takes Decides which option of a union a value is of.
 * @param state Keeps what was decoded, so that each value is decoded once for each node, and stays the same object.
 */
export function decodeTree(node: SchemaNode, value: unknown, takes: Takes, state: ParseState): unknown {
  const decode = (inner: SchemaNode, part: unknown): unknown =>
    state.decodeOnce(inner, part, () => decodeNew(inner, part, decode, takes));
  return decode(node, value);
}

type Inside = (node: SchemaNode, part: unknown) => unknown;

function decodeNew(node: SchemaNode, value: unknown, inside: Inside, takes: Takes): unknown {
  switch (node.kind) {
    case "nullable":
    case "optional":
    case "required":
    case "catch":
    case "alias":
      return inside(node.inner, value);
    case "intersection":
      return inside(node.right, inside(node.left, value));
    case "union": {
      const option = optionOf(node, value, takes);
      return option === undefined ? value : inside(option, value);
    }
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
      const decode = decoderOf(node.schema);
      return decode === undefined ? value : decode(value);
    }
  }
}

/** The option that Zod chooses: the first that takes the value, otherwise the only one that nearly does. */
function optionOf({ options }: UnionNode, value: unknown, takes: Takes): SchemaNode | undefined {
  const near: SchemaNode[] = [];
  for (const option of options) {
    const answer = takes(option.schema, value);
    if (answer === "yes") return option;
    if (answer === "nearly") near.push(option);
  }
  return near.length === 1 ? near[0] : undefined;
}

function decodeMap({ key, value: of }: MapNode, value: unknown, inside: Inside): unknown {
  if (!isEntries(value)) return value;
  return new Map(value.map(([name, member]) => [inside(key, name), inside(of, member)]));
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
  return isLoose ? keyTest(key, key.schema) : () => true;
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
