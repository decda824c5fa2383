import type { z } from "zod";
import { madeOfItself, madeOnce } from "./made-once.js";

/** A schema describes two sets of values: its input (in a request) and its output (in a response). */
export type Side = "input" | "output";

/**
 * The use of a schema derived from another:
 *
 * - `json`: parses plain JSON. It turns the text of a date into a Date, and an array into a Set, where the schema has one.
 * - `exact`: parses values that have their types already, because the client sent type notes.
 * - `output`: validates output values: those after a pipe, with defaults filled in.
 */
export type Purpose = "json" | "exact" | "output";

/** The members of every node. `schema` is the Zod schema that the node describes. */
interface NodeBase {
  readonly schema: z.core.$ZodType;
  /** Whether a value of this node can contain another value of it. */
  readonly inCycle: boolean;
}

/** One JavaScript type. With `coerces`, the input side takes any value and converts it. */
export interface ScalarNode extends NodeBase {
  readonly kind: "string" | "number" | "boolean" | "bigint" | "date" | "null" | "undefined" | "nan";
  readonly coerces: boolean;
}

/** One of a few values: a literal or an enum. */
export interface LiteralNode extends NodeBase {
  readonly kind: "literal";
  readonly values: ReadonlySet<unknown>;
}

/** An instance of a class: `z.instanceof(URL)`. */
export interface InstanceNode extends NodeBase {
  readonly kind: "instance";
  readonly class: abstract new (...args: never) => object;
}

/** Any value: `any`, `unknown`, the result of a transform, `custom`. */
export interface OpenNode extends NodeBase {
  readonly kind: "open";
  readonly isCustom: boolean;
}

/** Matches no value. */
export interface NeverNode extends NodeBase {
  readonly kind: "never";
}

/** A kind that JSON cannot carry: `promise`, `function`, `symbol`, `file`. */
export interface UnsupportedNode extends NodeBase {
  readonly kind: "unsupported";
  readonly name: string;
}

export interface ListNode extends NodeBase {
  readonly kind: "array" | "set";
  readonly element: SchemaNode;
}

export interface TupleNode extends NodeBase {
  readonly kind: "tuple";
  readonly items: readonly SchemaNode[];
  readonly rest: SchemaNode | undefined;
}

export interface MapNode extends NodeBase {
  readonly kind: "map";
  readonly key: SchemaNode;
  readonly value: SchemaNode;
}

/** An object with declared members. Undeclared members match `rest`. Without a `rest` they are stripped. */
export interface ObjectNode extends NodeBase {
  readonly kind: "object";
  readonly members: ReadonlyMap<string, SchemaNode>;
  readonly rest: SchemaNode | undefined;
  /** Whether the input side rejects undeclared members: `z.strictObject`. */
  readonly isStrict: boolean;
}

/** An object whose keys also have a schema. */
export interface RecordNode extends NodeBase {
  readonly kind: "record";
  readonly key: SchemaNode;
  readonly value: SchemaNode;
  /** The required keys, if the key's schema is an enum or a literal. */
  readonly keys: ReadonlySet<string> | undefined;
  /** Whether members with other keys are kept unchanged: `z.looseRecord`. */
  readonly isLoose: boolean;
}

export interface UnionNode extends NodeBase {
  readonly kind: "union";
  readonly options: readonly SchemaNode[];
  /** The discriminator of a `z.discriminatedUnion`. */
  readonly declaredTag: string | undefined;
}

export interface IntersectionNode extends NodeBase {
  readonly kind: "intersection";
  readonly left: SchemaNode;
  readonly right: SchemaNode;
}

/**
 * A node around another.
 *
 * - `nullable`, `optional`: its values, or null or undefined. A schema with a default is optional on the input side.
 * - `required`: its values without undefined: `nonoptional`, and a default on the output side.
 * - `catch`: `catch` and `success` on the input side. They accept any value, and choose a result if `inner` rejects it.
 * - `alias`: exactly its values: `lazy`, `readonly`, one side of a pipe.
 */
export interface WrapperNode extends NodeBase {
  readonly kind: "nullable" | "optional" | "required" | "catch" | "alias";
  readonly inner: SchemaNode;
}

export type SchemaNode =
  | ScalarNode
  | LiteralNode
  | InstanceNode
  | OpenNode
  | NeverNode
  | UnsupportedNode
  | ListNode
  | TupleNode
  | MapNode
  | ObjectNode
  | RecordNode
  | UnionNode
  | IntersectionNode
  | WrapperNode;

/** Follows aliases to the node that they stand for. */
export function resolve(node: SchemaNode): SchemaNode {
  const seen = new Set<SchemaNode>();
  let found = node;
  while (found.kind === "alias" && !seen.has(found)) {
    seen.add(found); // a lazy schema may return itself
    found = found.inner;
  }
  return found;
}

export function childrenOf(node: SchemaNode): readonly SchemaNode[] {
  switch (node.kind) {
    case "array":
    case "set":
      return [node.element];
    case "tuple":
      return node.rest === undefined ? node.items : [...node.items, node.rest];
    case "map":
    case "record":
      return [node.key, node.value];
    case "object":
      return node.rest === undefined ? [...node.members.values()] : [...node.members.values(), node.rest];
    case "union":
      return node.options;
    case "intersection":
      return [node.left, node.right];
    default:
      return "inner" in node ? [node.inner] : [];
  }
}

/** All nodes that a node leads to, including itself. */
export function reachableNodes(root: SchemaNode): SchemaNode[] {
  const found = new Set([root]);
  for (const node of found) for (const child of childrenOf(node)) found.add(child);
  return [...found];
}

/** The nodes that pass a test, and all nodes that lead to one of them. */
export function nodesLeadingTo(root: SchemaNode, test: (node: SchemaNode) => boolean): ReadonlySet<SchemaNode> {
  const nodes = reachableNodes(root);
  const parents = new Map<SchemaNode, SchemaNode[]>();
  for (const node of nodes) {
    for (const child of childrenOf(node)) madeOnce(parents, child, () => []).push(node);
  }
  const found = new Set(nodes.filter(test));
  for (const node of found) for (const parent of parents.get(node) ?? []) found.add(parent);
  return found;
}

/** Whether a node accepts undefined, so that a member may be missing. */
export function allowsUndefined(node: SchemaNode, known = new Map<SchemaNode, boolean>()): boolean {
  return madeOfItself(known, node, false, () => readUndefined(node, known));
}

function readUndefined(node: SchemaNode, known: Map<SchemaNode, boolean>): boolean {
  switch (node.kind) {
    case "optional":
    case "undefined":
    case "open":
    case "catch":
      return true;
    case "nullable":
    case "alias":
      return allowsUndefined(node.inner, known);
    case "literal":
      return node.values.has(undefined);
    case "union":
      return node.options.some((option) => allowsUndefined(option, known));
    case "intersection":
      return allowsUndefined(node.left, known) && allowsUndefined(node.right, known);
    case "string":
    case "boolean":
      return node.coerces; // to "undefined" and to false
    default:
      return false;
  }
}

/** The node for the value under a key. */
export function innerNode(node: SchemaNode, key: PropertyKey): SchemaNode | undefined {
  switch (node.kind) {
    case "array":
      return node.element;
    case "tuple":
      return node.items[Number(key)] ?? node.rest;
    case "map":
    case "record":
      return node.value;
    case "object":
      return node.members.get(String(key)) ?? node.rest;
    default:
      return undefined;
  }
}

/** The nodes inside wrappers, and all members of unions and intersections. */
export function leavesOf(nodes: readonly SchemaNode[]): SchemaNode[] {
  const found = new Set(nodes);
  for (const node of found) {
    if ("inner" in node) found.add(node.inner);
    if (node.kind === "union") for (const option of node.options) found.add(option);
    if (node.kind === "intersection") found.add(node.left).add(node.right);
  }
  return [...found];
}
