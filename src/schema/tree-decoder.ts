import type { z } from "zod";
import { isBareObject } from "./combine.js";
import { decoderOf, isEntries } from "./decoder.js";
import { keyTest } from "./key-test.js";
import { mayBe } from "./may-be.js";
import { innerNode, type MapNode, type RecordNode, type SchemaNode, type UnionNode } from "./node.js";
import type { ParseState } from "./parse-state.js";

/**
 * Whether a schema accepts plain JSON. `nearly`: only checks fail, or undeclared members, which the other side of an
 * intersection may declare.
 */
export type Matches = (schema: z.core.$ZodType, value: unknown) => "yes" | "nearly" | "no";

/**
 * Decodes a value and everything in it before Zod parses it. Intersections need this because both sides must get the same
 * value; sets and maps, because they compare their decoded elements and keys. For other kinds, Zod decodes while it parses.
 *
 * @param matches Decides which option of a union matches a value.
 * @param state Caches decoded values, so that both sides of an intersection get the same object.
 */
export function decodeTree(node: SchemaNode, value: unknown, matches: Matches, state: ParseState): unknown {
  const decode: Inside = (inner, part) => {
    if (inner === undefined) return part;
    const decoded = () => decodeNew(inner, part, decode, matches);
    return ONCE.has(inner.kind) ? state.decodeOnce(inner, part, decoded) : decoded();
  };
  return decode(node, value);
}

/** The kinds that may decode a value several times. */
const ONCE: ReadonlySet<SchemaNode["kind"]> = new Set(["union", "intersection", "set", "map"]);

/** Decodes a part of a value. Without a node, it stays as it is. */
type Inside = (node: SchemaNode | undefined, part: unknown) => unknown;

function decodeNew(node: SchemaNode, value: unknown, inside: Inside, matches: Matches): unknown {
  if ("inner" in node) return inside(node.inner, value);
  switch (node.kind) {
    case "intersection":
      return inside(node.right, inside(node.left, value));
    case "union":
      return inside(optionOf(node, value, matches), value);
    case "array":
    case "tuple":
      return Array.isArray(value) ? value.map((item, index) => inside(innerNode(node, index), item)) : value;
    case "set":
      return Array.isArray(value) ? new Set(value.map((item) => inside(node.element, item))) : value;
    case "map":
      return decodeMap(node, value, inside);
    case "object":
      return decodeMembers(value, (name) => innerNode(node, name), inside);
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

/** The option that Zod chooses: the first that matches, or else the only one that nearly matches. */
function optionOf({ options }: UnionNode, value: unknown, matches: Matches): SchemaNode | undefined {
  const near: SchemaNode[] = [];
  for (const option of options) {
    const match = mayBe(option, "json")(value) ? matches(option.schema, value) : "no";
    if (match === "yes") return option;
    if (match === "nearly") near.push(option);
  }
  return near.length === 1 ? near[0] : undefined;
}

function decodeMap({ key, value: valueNode }: MapNode, value: unknown, inside: Inside): unknown {
  if (!isEntries(value)) return value;
  return new Map(value.map(([name, member]) => [inside(key, name), inside(valueNode, member)]));
}

/** Tests which members belong to a record. The other members of a loose record stay unchanged. */
function memberTest({ key, keys, isLoose }: RecordNode): (name: string) => boolean {
  if (keys !== undefined) return (name) => keys.has(name);
  return isLoose ? keyTest(key, key.schema) : () => true;
}

function decodeMembers(value: unknown, nodeOf: (name: string) => SchemaNode | undefined, inside: Inside): unknown {
  if (!isBareObject(value)) return value; // a type note may have made it
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inside(nodeOf(name), member)]));
}
