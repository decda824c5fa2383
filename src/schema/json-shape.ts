import type { z } from "zod";
import { nodesLeadingTo, type SchemaNode, type Side } from "./node.js";
import { schemaNode } from "./schema-node.js";

/** What a schema's values may be on the wire, by kinds of JSON. A value of a kind that is undefined never comes. */
export interface JsonShape {
  /** Numbers, booleans, null: JSON says all of them. */
  readonly scalar?: true;
  readonly text?: TextShape;
  readonly list?: ListShape;
  readonly object?: ObjectShape;
  /** Nothing is known of some values, or not enough to tell them apart. */
  readonly open?: true;
  /** Plain JSON of any form and depth: nothing in it has another type. */
  readonly isPlain?: true;
}

/** A string: superjson's name of what it stands for; undefined for one that is a string. */
export interface TextShape {
  readonly type: string | undefined;
}

/** An array: of equal elements, or of items by position. `type` is `set` or `map`, or undefined for a list. */
export interface ListShape {
  readonly type: string | undefined;
  readonly items: readonly JsonShape[];
  readonly rest: JsonShape | undefined;
}

export interface ObjectShape {
  readonly members: ReadonlyMap<string, JsonShape>;
  /** What members may be that have no declaration; undefined where they do not travel. */
  readonly rest: JsonShape | undefined;
}

const OPEN: JsonShape = { open: true };
const SCALAR: JsonShape = { scalar: true };
const NOTHING: JsonShape = {};
const STRING: JsonShape = { text: { type: undefined } };

/** JSON of any form and depth: the shape of a schema that contains itself, and nothing but plain JSON. */
const PLAIN: JsonShape = { ...SCALAR, ...STRING, isPlain: true };

/** Gives the shape of one side of a schema. A schema that contains itself is open, unless it contains only plain JSON. */
export function jsonShape(schema: z.core.$ZodType, side: Side): JsonShape {
  const root = schemaNode(schema, side);
  return new ShapeReader(root).shape(root);
}

class ShapeReader {
  readonly #known = new Map<SchemaNode, JsonShape>();
  readonly #rich: ReadonlySet<SchemaNode>;

  constructor(root: SchemaNode) {
    this.#rich = nodesLeadingTo(root, isRich);
  }

  shape(node: SchemaNode): JsonShape {
    if (node.inCycle) return this.#rich.has(node) ? OPEN : PLAIN;
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const shape = this.#read(node);
    this.#known.set(node, shape);
    return shape;
  }

  #read(node: SchemaNode): JsonShape {
    const of = (inner: SchemaNode) => this.shape(inner);
    switch (node.kind) {
      case "string":
        return node.coerces ? OPEN : STRING;
      case "number":
      case "boolean":
        return node.coerces ? OPEN : SCALAR;
      case "date":
        return node.coerces ? OPEN : { text: { type: "Date" } };
      case "bigint":
        return node.coerces ? OPEN : { text: { type: "bigint" } };
      case "nan":
        return { text: { type: "number" } };
      case "null":
        return SCALAR;
      case "undefined":
      case "never":
      case "unsupported":
        return NOTHING;
      case "instance":
        return node.class === URL ? { text: { type: "URL" } } : OPEN;
      case "open":
      case "catch":
        return OPEN;
      case "literal":
        return [...node.values].map(literalShape).reduce(merge, NOTHING);
      case "nullable":
        return merge(of(node.inner), SCALAR);
      case "optional":
      case "required":
      case "alias":
        return of(node.inner);
      case "array":
        return { list: { type: undefined, items: [], rest: of(node.element) } };
      case "set":
        return { list: { type: "set", items: [], rest: of(node.element) } };
      case "map":
        return { list: { type: "map", items: [], rest: { list: entryShape(of(node.key), of(node.value)) } } };
      case "tuple":
        return { list: { type: undefined, items: node.items.map(of), rest: node.rest && of(node.rest) } };
      case "object": {
        const members = new Map([...node.members].map(([name, member]) => [name, of(member)] as const));
        return { object: { members, rest: node.rest && of(node.rest) } };
      }
      case "record":
        return { object: { members: new Map(), rest: node.isLoose ? OPEN : of(node.value) } };
      case "union":
        return node.options.map(of).reduce(merge, NOTHING);
      case "intersection":
        return both(of(node.left), of(node.right));
    }
  }
}

/** Whether JSON does not say what a value of a node was, apart from what the node contains. */
function isRich(node: SchemaNode): boolean {
  switch (node.kind) {
    case "date":
    case "bigint":
    case "nan":
    case "set":
    case "map":
    case "instance":
    case "open":
    case "catch":
      return true;
    case "literal":
      return [...node.values].some((value) => typeof value === "bigint");
    case "record":
      return node.isLoose;
    default:
      return "coerces" in node && node.coerces;
  }
}

/** The shape of an intersection: the members of both objects. Anything else says too little. */
function both(one: JsonShape, other: JsonShape): JsonShape {
  const [left, right] = [one.object, other.object];
  const areObjects = isOnlyObject(one) && isOnlyObject(other);
  if (!areObjects || left === undefined || right === undefined || left.rest || right.rest) return OPEN;
  const members = new Map([...left.members, ...right.members]);
  for (const name of left.members.keys()) if (right.members.has(name)) members.set(name, OPEN);
  return { object: { members, rest: undefined } };
}

function isOnlyObject({ scalar, text, list, object, open }: JsonShape): boolean {
  return object !== undefined && !scalar && !text && !list && !open;
}

function literalShape(value: unknown): JsonShape {
  if (typeof value === "string") return { text: { type: undefined } };
  if (typeof value === "bigint") return { text: { type: "bigint" } };
  return value === undefined ? NOTHING : SCALAR;
}

function entryShape(key: JsonShape, value: JsonShape): ListShape {
  return { type: undefined, items: [key, value], rest: undefined };
}

/** What values of either shape may be: open where they look alike and are not. */
export function merge(one: JsonShape, other: JsonShape): JsonShape {
  if (one === other) return one;
  let known = merged.get(one);
  if (known === undefined) {
    known = new WeakMap();
    merged.set(one, known);
  }
  let shape = known.get(other);
  if (shape === undefined) {
    shape = mergeNew(one, other);
    known.set(other, shape);
  }
  return shape;
}

/** Each pair is merged once: schemas share what they contain, and a pair may be met on many paths. */
const merged = new WeakMap<JsonShape, WeakMap<JsonShape, JsonShape>>();

function mergeNew(one: JsonShape, other: JsonShape): JsonShape {
  const { text, list, object } = one;
  if (one.open || other.open) return OPEN;
  if (one.isPlain || other.isPlain) return isPlainJson(one) && isPlainJson(other) ? PLAIN : OPEN;
  if (text && other.text && text.type !== other.text.type) return OPEN;
  if (list && other.list && list.type !== other.list.type) return OPEN;
  return {
    ...one,
    ...other,
    ...(list && other.list && { list: mergeLists(list, other.list) }),
    ...(object && other.object && { object: mergeObjects(object, other.object) }),
  };
}

function mergeLists(one: ListShape, other: ListShape): ListShape {
  const length = Math.max(one.items.length, other.items.length);
  const at = ({ items, rest }: ListShape, index: number) => items[index] ?? rest ?? NOTHING;
  const items = Array.from({ length }, (_, index) => merge(at(one, index), at(other, index)));
  return { type: one.type, items, rest: mergeRest(one.rest, other.rest) };
}

function mergeObjects(one: ObjectShape, other: ObjectShape): ObjectShape {
  const at = ({ members, rest }: ObjectShape, name: string) => members.get(name) ?? rest ?? NOTHING;
  const names = new Set([...one.members.keys(), ...other.members.keys()]);
  const members = new Map([...names].map((name) => [name, merge(at(one, name), at(other, name))] as const));
  return { members, rest: mergeRest(one.rest, other.rest) };
}

function mergeRest(one: JsonShape | undefined, other: JsonShape | undefined): JsonShape | undefined {
  return one && other ? merge(one, other) : (one ?? other);
}

const plain = new WeakMap<JsonShape, boolean>();

/** Whether nothing in a shape has a type that JSON does not have. */
function isPlainJson(shape: JsonShape): boolean {
  let known = plain.get(shape);
  if (known === undefined) {
    known = readPlain(shape);
    plain.set(shape, known);
  }
  return known;
}

function readPlain({ isPlain, open, text, list, object }: JsonShape): boolean {
  if (isPlain) return true;
  if (open || text?.type !== undefined || list?.type !== undefined) return false;
  const inside = [...(list?.items ?? []), list?.rest, ...(object?.members.values() ?? []), object?.rest];
  return inside.every((shape) => shape === undefined || isPlainJson(shape));
}
