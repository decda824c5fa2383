import { madeOfItself } from "./made-once.js";
import type { SchemaNode, Side, UnionNode } from "./node.js";
import { literalTexts } from "./text.js";

/** Finds the option of a tagged union by the value of its tag. */
export interface TagTable {
  /** The name of the discriminating member. */
  readonly key: string;
  /** The index of the option for each value of the tag. */
  readonly optionOf: ReadonlyMap<unknown, number>;
}

/**
 * Finds the literal member that discriminates the options of a union: every option that accepts objects must have it, with
 * different values. A plain `z.union` of tagged objects then dispatches on the tag like a `z.discriminatedUnion`.
 */
export function tagTable(union: UnionNode, side: Side): TagTable | undefined {
  const tags = union.options.map((option) => tagsOf(option, side));
  const first = tags.find((found) => found !== undefined);
  if (first === undefined) return undefined;
  const keys = union.declaredTag === undefined ? first.keys() : [union.declaredTag, ...first.keys()];
  for (const key of keys) {
    const optionOf = tableOf(tags, key);
    if (optionOf !== undefined) return { key, optionOf };
  }
  return undefined;
}

/** Whether Zod may accept a value as an object, which includes a Date. */
export function isObjectToZod(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is an object that can have a tag. */
export function isTagged(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObjectToZod(value) && !(value instanceof Date || value instanceof Set || value instanceof Map);
}

/** The allowed values of each literal member, by its name. */
type Tags = ReadonlyMap<string, ReadonlySet<unknown>>;

const ANY_OBJECT: Tags = new Map();

function tableOf(tags: readonly (Tags | undefined)[], key: string): Map<unknown, number> | undefined {
  const table = new Map<unknown, number>();
  for (const [place, found] of tags.entries()) {
    if (found === undefined) continue;
    const values = found.get(key);
    if (values === undefined) return undefined;
    for (const value of values) {
      if (table.has(value)) return undefined;
      table.set(value, place);
    }
  }
  return table;
}

const knownTags = new WeakMap<SchemaNode, Tags | undefined>();

/** The literal members of the objects that a node accepts, or undefined if it accepts no objects. */
function tagsOf(node: SchemaNode, side: Side): Tags | undefined {
  return madeOfItself(knownTags, node, ANY_OBJECT, () => readTags(node, side));
}

function readTags(node: SchemaNode, side: Side): Tags | undefined {
  switch (node.kind) {
    case "object": {
      const tags = new Map<string, ReadonlySet<unknown>>();
      for (const [name, member] of node.members) {
        const values = literalValues(member, side);
        if (values !== undefined) tags.set(name, values);
      }
      return tags;
    }
    case "union":
      return anyOf(node.options.map((option) => tagsOf(option, side)));
    case "intersection": {
      const [left, right] = [tagsOf(node.left, side), tagsOf(node.right, side)];
      return left && right && new Map([...left, ...right]);
    }
    case "record":
    case "open":
    case "instance":
    case "catch":
    case "unsupported":
      return ANY_OBJECT;
    default:
      if ("inner" in node) return tagsOf(node.inner, side);
      return "coerces" in node && node.coerces ? ANY_OBJECT : undefined;
  }
}

/** Merges the tags of a union's options: only members that all options have. */
function anyOf(kinds: readonly (Tags | undefined)[]): Tags | undefined {
  const [first, ...others] = kinds.filter((tags) => tags !== undefined);
  if (first === undefined) return undefined;
  const shared = [...first].flatMap(([name, values]) => {
    const all = new Set(values);
    for (const tags of others) {
      const tagged = tags.get(name);
      if (tagged === undefined) return [];
      for (const value of tagged) all.add(value);
    }
    return [[name, all] as const];
  });
  return new Map(shared);
}

type Values = ReadonlySet<unknown> | undefined;

const knownValues = new WeakMap<SchemaNode, Values>();

/** The values of a node that has only literal values. On the input side they include the texts of bigints and of infinite numbers. */
function literalValues(node: SchemaNode, side: Side): Values {
  return madeOfItself(knownValues, node, undefined, () => readValues(node, side));
}

function readValues(node: SchemaNode, side: Side): Values {
  switch (node.kind) {
    case "literal":
      return side === "input" ? new Set([...node.values, ...literalTexts(node.values).keys()]) : node.values;
    case "null":
      return new Set([null]);
    case "undefined":
      return new Set([undefined]);
    case "nullable":
      return plus(literalValues(node.inner, side), null);
    case "optional":
      return plus(literalValues(node.inner, side), undefined);
    case "required":
    case "alias":
      return literalValues(node.inner, side);
    case "union":
      return allValues(node.options.map((option) => literalValues(option, side)));
    default:
      return undefined;
  }
}

function plus(values: Values, value: unknown): Values {
  return values && new Set(values).add(value);
}

function allValues(options: readonly Values[]): Values {
  const all = new Set<unknown>();
  for (const values of options) {
    if (values === undefined) return undefined;
    for (const value of values) all.add(value);
  }
  return all;
}
