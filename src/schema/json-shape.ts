import type { z } from "zod";
import { madeOnce } from "./made-once.js";
import { type IntersectionNode, nodesLeadingTo, type SchemaNode, type Side } from "./node.js";
import { schemaNode } from "./schema-node.js";
import { literalText } from "./text.js";

/** The possible JSON forms of a schema's values. If a member is undefined, no value has that form. */
export interface JsonShape {
  /** Numbers, booleans and null, which JSON represents directly. */
  readonly scalar?: true;
  /** A string. `type` is superjson's name of the type that it represents, or undefined for a string. */
  readonly text?: { readonly type: string | undefined };
  readonly list?: ListShape;
  readonly object?: ObjectShape;
  /** The type of some values cannot be derived from the schema. */
  readonly open?: true;
  /** Plain JSON of any form and depth, without any other type. */
  readonly isPlain?: true;
}

/** An array of items by position, and of `rest` after them. `type` is `set` or `map`, or undefined for a list. */
export interface ListShape {
  readonly type: string | undefined;
  readonly items: readonly JsonShape[];
  readonly rest: JsonShape | undefined;
}

export interface ObjectShape {
  readonly members: ReadonlyMap<string, JsonShape>;
  /** The shape of undeclared members. Undefined if they are not sent. */
  readonly rest: JsonShape | undefined;
}

const OPEN: JsonShape = { open: true };
const SCALAR: JsonShape = { scalar: true };
const NOTHING: JsonShape = {};
const STRING: JsonShape = { text: { type: undefined } };
const DATE: JsonShape = { text: { type: "Date" } };
const BIGINT: JsonShape = { text: { type: "bigint" } };
const NUMBER: JsonShape = { text: { type: "number" } }; // NaN and infinite numbers

/** The shape of a schema that contains itself and only plain JSON. */
const PLAIN: JsonShape = { ...SCALAR, ...STRING, isPlain: true };

/** Returns the shape of one side of a schema. A schema that contains itself is open, unless it contains only plain JSON. */
export function jsonShape(schema: z.core.$ZodType, side: Side): JsonShape {
  const root = schemaNode(schema, side);
  const needNotes = nodesLeadingTo(root, needsNote);
  const known = new Map<SchemaNode, JsonShape>();
  const shapeOf = (node: SchemaNode): JsonShape => {
    if (node.inCycle) return needNotes.has(node) ? OPEN : PLAIN;
    return madeOnce(known, node, () => readShape(node, shapeOf));
  };
  return shapeOf(root);
}

/** @param shapeOf The shape of a node inside. */
function readShape(node: SchemaNode, shapeOf: (inner: SchemaNode) => JsonShape): JsonShape {
  switch (node.kind) {
    case "string":
      return node.coerces ? OPEN : STRING;
    case "number":
    case "boolean":
      return node.coerces ? OPEN : SCALAR;
    case "date":
      return node.coerces ? OPEN : DATE;
    case "bigint":
      return node.coerces ? OPEN : BIGINT;
    case "nan":
      return NUMBER;
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
      return mergeAll([...node.values].map(literalShape));
    case "nullable":
      return mergeAll([shapeOf(node.inner), SCALAR]);
    case "optional":
    case "required":
    case "alias":
      return shapeOf(node.inner);
    case "array":
      return { list: { type: undefined, items: [], rest: shapeOf(node.element) } };
    case "set":
      return { list: { type: "set", items: [], rest: shapeOf(node.element) } };
    case "map":
      return {
        list: {
          type: "map",
          items: [],
          rest: { list: { type: undefined, items: [shapeOf(node.key), shapeOf(node.value)], rest: undefined } },
        },
      };
    case "tuple":
      return { list: { type: undefined, items: node.items.map(shapeOf), rest: node.rest && shapeOf(node.rest) } };
    case "object": {
      const members = new Map([...node.members].map(([name, member]) => [name, shapeOf(member)] as const));
      return { object: { members, rest: node.rest && shapeOf(node.rest) } };
    }
    case "record":
      return { object: { members: new Map(), rest: node.isLoose ? OPEN : shapeOf(node.value) } };
    case "union":
      return mergeAll(node.options.map(shapeOf));
    case "intersection":
      return allOf(sidesOf(node).map(shapeOf));
  }
}

/** Whether a node's own type is lost in JSON, so that its values need a type note. */
function needsNote(node: SchemaNode): boolean {
  if (node.kind === "literal") return [...node.values].some((value) => literalText(value) !== undefined);
  if (node.kind === "record") return node.isLoose;
  return NOTED.has(node.kind) || ("coerces" in node && node.coerces);
}

const NOTED = new Set<SchemaNode["kind"]>(["date", "bigint", "nan", "set", "map", "instance", "open", "catch"]);

/** The sides of nested intersections. Flattening them reads each member once. */
function sidesOf(node: IntersectionNode): SchemaNode[] {
  const found = new Set<SchemaNode>([node]);
  for (const side of found) if (side.kind === "intersection") found.add(side.left).add(side.right);
  return [...found].filter(({ kind }) => kind !== "intersection");
}

/** The shape of an intersection: the members of all its objects, or open if a side is not an object with declared members only. */
function allOf(sides: readonly JsonShape[]): JsonShape {
  const members = new Map<string, JsonShape>();
  for (const side of sides) {
    const { scalar, text, list, object, open } = side;
    if (scalar || text || list || open || object === undefined || object.rest) return OPEN;
    for (const [name, member] of object.members) members.set(name, members.has(name) ? OPEN : member);
  }
  return { object: { members, rest: undefined } };
}

function literalShape(value: unknown): JsonShape {
  if (typeof value === "string") return STRING;
  if (literalText(value) !== undefined) return typeof value === "bigint" ? BIGINT : NUMBER;
  return value === undefined ? NOTHING : SCALAR;
}

/** Merges shapes. The result is open if values of different types have the same JSON form. */
export function mergeAll(shapes: Iterable<JsonShape>): JsonShape {
  let known = merged;
  const distinct = new Set(shapes);
  distinct.delete(NOTHING);
  for (const shape of distinct) known = madeOnce(known.after, shape, () => new Merged());
  known.shape ??= mergeDistinct([...distinct]);
  return known.shape;
}

/** Caches the merge of each list of shapes, because schemas share their members. */
class Merged {
  shape: JsonShape | undefined;
  readonly after = new WeakMap<JsonShape, Merged>();
}

const merged = new Merged();

function mergeDistinct(shapes: readonly JsonShape[]): JsonShape {
  const [first = NOTHING, ...others] = shapes;
  if (others.length === 0) return first;
  if (shapes.some(({ open }) => open)) return OPEN;
  if (shapes.some(({ isPlain }) => isPlain)) return shapes.every(isPlainJson) ? PLAIN : OPEN;
  const texts = shapes.flatMap(({ text }) => text ?? []);
  const lists = shapes.flatMap(({ list }) => list ?? []);
  const objects = shapes.flatMap(({ object }) => object ?? []);
  if (!haveOneType(texts) || !haveOneType(lists)) return OPEN;
  return {
    ...(shapes.some(({ scalar }) => scalar) && SCALAR),
    ...(texts[0] && { text: texts[0] }),
    ...(lists[0] && { list: mergeLists(lists, lists[0].type) }),
    ...(objects.length > 0 && { object: mergeMembers(objects) }),
  };
}

function haveOneType(shapes: readonly { readonly type: string | undefined }[]): boolean {
  return shapes.every(({ type }) => type === shapes[0]?.type);
}

function mergeLists(lists: readonly ListShape[], type: string | undefined): ListShape {
  const length = lists.reduce((longest, { items }) => Math.max(longest, items.length), 0);
  const { members, rest } = mergeMembers(lists.map((list) => ({ members: list.items.entries(), rest: list.rest })));
  return { type, items: Array.from({ length }, (_, index) => members.get(index) ?? NOTHING), rest };
}

/** The maximum number of different rests for which each member is merged only with the rests of objects that do not declare it. */
const MANY_RESTS = 16;

interface Members<TKey> {
  readonly members: Iterable<readonly [TKey, JsonShape]>;
  readonly rest: JsonShape | undefined;
}

/** Merges the members of objects in linear time: each member of each object is read once. */
function mergeMembers<TKey>(objects: readonly Members<TKey>[]): {
  members: Map<TKey, JsonShape>;
  rest: JsonShape | undefined;
} {
  const uses = new Map<JsonShape, number>(); // the number of objects with each rest
  const declared = new Map<TKey, { shapes: JsonShape[]; ownRests: Map<JsonShape, number> }>();
  for (const { members, rest } of objects) {
    if (rest) add(uses, rest);
    for (const [name, shape] of members) {
      const { shapes, ownRests } = madeOnce(declared, name, () => ({ shapes: [], ownRests: new Map() }));
      shapes.push(shape);
      if (rest) add(ownRests, rest);
    }
  }
  const rest = uses.size === 0 ? undefined : mergeAll(uses.keys());
  const restsFor = (ownRests: ReadonlyMap<JsonShape, number>): Iterable<JsonShape> =>
    uses.size > MANY_RESTS
      ? [rest ?? NOTHING]
      : [...uses].flatMap(([shape, count]) => (count > (ownRests.get(shape) ?? 0) ? [shape] : []));
  const members = new Map(
    [...declared].map(([name, { shapes, ownRests }]) => [name, mergeAll([...shapes, ...restsFor(ownRests)])] as const),
  );
  return { members, rest };
}

function add(counts: Map<JsonShape, number>, shape: JsonShape): void {
  counts.set(shape, (counts.get(shape) ?? 0) + 1);
}

const plain = new WeakMap<JsonShape, boolean>();

/** Whether a shape contains only types that JSON has. */
function isPlainJson(shape: JsonShape): boolean {
  return madeOnce(plain, shape, () => {
    const { isPlain, open, text, list, object } = shape;
    if (isPlain) return true;
    if (open || text?.type !== undefined || list?.type !== undefined) return false;
    const inside = [...(list?.items ?? []), list?.rest, ...(object?.members.values() ?? []), object?.rest];
    return inside.every((each) => each === undefined || isPlainJson(each));
  });
}
