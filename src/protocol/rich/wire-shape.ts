import type { z } from "zod";
import { definitionOf, type SchemaDefinition } from "../../define/schema-definition.js";

/** What a schema's values may be on the wire, by kinds of JSON. A value of a kind that is undefined never comes. */
export interface WireShape {
  /** Numbers, booleans, null: JSON says all of them. */
  readonly scalar?: true;
  readonly text?: TextShape;
  readonly list?: ListShape;
  readonly object?: ObjectShape;
  /** Nothing is known of some values, or not enough to tell them apart. */
  readonly open?: true;
}

/** A string: superjson's name of what it stands for; undefined for one that is a string. */
export interface TextShape {
  readonly type: string | undefined;
}

/** An array: of equal elements, or of items by position. `type` is `set` or `map`, or undefined for a list. */
export interface ListShape {
  readonly type: string | undefined;
  readonly items: readonly WireShape[];
  readonly rest: WireShape | undefined;
}

export interface ObjectShape {
  readonly members: ReadonlyMap<string, WireShape>;
  /** What members may be that have no declaration; undefined where they do not travel. */
  readonly rest: WireShape | undefined;
}

/** Whether a schema's values are looked at as a handler gives them, or as a request does. */
export type Direction = "output" | "input";

const OPEN: WireShape = { open: true };
const SCALAR: WireShape = { scalar: true };
const NOTHING: WireShape = {};

/** Reads a schema's shape on the wire. A schema that holds itself is open where it does. */
export function wireShape(
  schema: z.ZodType,
  direction: Direction,
  above: ReadonlySet<z.ZodType> = new Set(),
): WireShape {
  if (above.has(schema)) return OPEN;
  const within = new Set(above).add(schema);
  const of = (inner: z.ZodType | null | undefined) => (inner ? wireShape(inner, direction, within) : OPEN);
  const def = definitionOf(schema);
  switch (def.type) {
    case "string":
    case "template_literal":
      return { text: { type: undefined } };
    case "date":
      return { text: { type: "Date" } };
    case "bigint":
      return { text: { type: "bigint" } };
    case "number":
    case "boolean":
    case "null":
      return SCALAR;
    case "undefined":
    case "never":
    case "void":
      return NOTHING;
    case "enum":
    case "literal":
      return [...(schema._zod.values ?? [])].map(literalShape).reduce(merge, NOTHING);
    case "nullable":
      return merge(of(def.innerType), SCALAR);
    case "optional":
    case "nonoptional":
    case "default":
    case "prefault":
    case "catch":
    case "readonly":
      return of(def.innerType);
    case "array":
      return { list: { type: undefined, items: [], rest: of(def.element) } };
    case "tuple":
      return { list: { type: undefined, items: (def.items ?? []).map(of), rest: def.rest ? of(def.rest) : undefined } };
    case "set":
      return { list: { type: "set", items: [], rest: of(def.valueType) } };
    case "map":
      return { list: { type: "map", items: [], rest: { list: entryShape(of(def.keyType), of(def.valueType)) } } };
    case "record":
      return { object: { members: new Map(), rest: of(def.valueType) } };
    case "object":
      return { object: objectShape(def, of) };
    case "union":
      return (def.options ?? []).map(of).reduce(merge, NOTHING);
    case "pipe":
      return of(direction === "output" ? def.out : def.in);
    case "lazy":
      return of(def.getter?.());
    default:
      return OPEN;
  }
}

function literalShape(value: unknown): WireShape {
  if (typeof value === "string") return { text: { type: undefined } };
  if (typeof value === "bigint") return { text: { type: "bigint" } };
  return value === undefined ? NOTHING : SCALAR;
}

function entryShape(key: WireShape, value: WireShape): ListShape {
  return { type: undefined, items: [key, value], rest: undefined };
}

function objectShape({ shape, catchall }: SchemaDefinition, of: (schema: z.ZodType) => WireShape): ObjectShape {
  const members = new Map(Object.entries(shape ?? {}).map(([name, schema]) => [name, of(schema)] as const));
  return { members, rest: catchall && definitionOf(catchall).type !== "never" ? of(catchall) : undefined };
}

/** What values of either shape may be: open where they look alike and are not. */
export function merge(one: WireShape, other: WireShape): WireShape {
  const { text, list, object } = one;
  if (one.open || other.open) return OPEN;
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

function mergeRest(one: WireShape | undefined, other: WireShape | undefined): WireShape | undefined {
  return one && other ? merge(one, other) : (one ?? other);
}
