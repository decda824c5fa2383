import { bySuperjson, isInstance, typeName } from "../../wire/notes/note-of.js";
import {
  allowsUndefined,
  type MapNode,
  nodesLeadingTo,
  type ObjectNode,
  type RecordNode,
  type SchemaNode,
  type TupleNode,
  type UnionNode,
} from "../../schema/node.js";
import { copyJson, isAnyJson, NOT_JSON } from "../../schema/any-json.js";
import { combineValues, isBareObject } from "../../schema/combine.js";
import { derivedSchema } from "../../schema/derived-schema.js";
import { keyText, keyTest } from "../../schema/key-test.js";
import { madeOfItself } from "../../schema/made-once.js";
import { memberOf } from "../../schema/own-members.js";
import { takesAbsence } from "../../schema/presence.js";
import { chooseOption, UnionChoices } from "../../schema/union-choices.js";
import { superjson } from "../notes/superjson.js";
import { timeOf } from "../text/json-text.js";
import { writeAnyValue } from "./any-value.js";
import { ValueMismatch } from "./row-error.js";

/** Removes what the schema does not declare from an output value. Throws a ValueMismatch for a wrong type. */
export type Keeper = (value: unknown) => unknown;

type Keep = (value: unknown, choices: UnionChoices) => unknown;

const keepers = new WeakMap<SchemaNode, Keep>();

/** Compiles the keeper of an output node. Its cost is proportional to the size of the value. */
export function keeperOf(node: SchemaNode): Keeper {
  const keep = compiled(node);
  // Only unions and intersections cache results per value.
  const needsCache = nodesLeadingTo(node, ({ kind }) => kind === "union" || kind === "intersection").size > 0;
  return needsCache ? (value) => keep(value, new UnionChoices()) : (value) => keep(value, NO_CHOICES);
}

const NO_CHOICES = new UnionChoices();

/** Compiles a node once. A node inside itself gets a function that calls the keeper later. */
function compiled(node: SchemaNode): Keep {
  const later: Keep = (value, choices) => compiled(node)(value, choices);
  return madeOfItself(keepers, node, later, () => compile(node));
}

function compile(node: SchemaNode): Keep {
  switch (node.kind) {
    case "string":
    case "boolean":
    case "bigint":
      return only((value) => typeof value === node.kind, `a ${node.kind}`);
    case "number":
      return only(Number.isFinite, "a finite number");
    case "nan":
      return only(Number.isNaN, "NaN");
    case "date":
      return keepDate;
    case "null":
      return only((value) => value === null, "null");
    case "undefined":
      return only((value) => value === undefined, "undefined");
    case "never":
    case "unsupported":
      return only(() => false, "a value of z.never(), which has no values");
    case "literal": {
      const list = [...node.values].map((value) => writeAnyValue(value)).join(", ");
      return only((value) => node.values.has(value), `one of ${list}`);
    }
    case "instance":
      return (value) => {
        if (value instanceof node.class) return knownInstance(value);
        throw new ValueMismatch(`an instance of ${node.class.name}`, value);
      };
    case "open":
      return node.isCustom ? knownInstance : (value) => value;
    case "nullable": {
      const inner = compiled(node.inner);
      return (value, choices) => (value === null ? null : inner(value, choices));
    }
    case "optional": {
      const inner = compiled(node.inner);
      return (value, choices) => (value === undefined ? undefined : inner(value, choices));
    }
    case "required": {
      const inner = compiled(node.inner.kind === "optional" ? node.inner.inner : node.inner);
      return (value, choices) => {
        const kept = inner(value, choices);
        if (value === undefined) throw new ValueMismatch("a value", value);
        return kept;
      };
    }
    case "alias":
    case "catch":
      return compiled(node.inner);
    case "array": {
      const element = compiled(node.element);
      return (value, choices) => {
        if (!Array.isArray(value)) throw new ValueMismatch("an array", value);
        return Array.from(value, (item, index) => inside(index, element, item, choices));
      };
    }
    case "set": {
      const element = compiled(node.element);
      return (value, choices) => {
        if (!(value instanceof Set)) throw new ValueMismatch("a Set", value);
        return new Set(Array.from(value, (item, index) => inside(index, element, item, choices)));
      };
    }
    case "map":
      return mapKeeper(node);
    case "tuple":
      return tupleKeeper(node);
    case "object":
      return objectKeeper(node);
    case "record":
      return recordKeeper(node);
    case "union":
      return unionKeeper(node);
    case "intersection": {
      const [left, right] = [compiled(node.left), compiled(node.right)];
      return (value, choices) => choices.once(node, value, () => combine(left(value, choices), right(value, choices)));
    }
  }
}

/** Merges the values that the two sides of an intersection keep. */
export function combine(left: unknown, right: unknown): unknown {
  return combineValues(left, right, (value) => {
    throw new ValueMismatch("a value that both sides of its intersection convert alike", value);
  });
}

function only(test: (value: unknown) => boolean, expected: string): Keep {
  return (value) => {
    if (!test(value)) throw new ValueMismatch(expected, value);
    return value;
  };
}

/** Throws for an instance that the client cannot revive, because the client's type promises that class. */
function knownInstance(value: unknown): unknown {
  const isForeign = typeof value === "object" && value !== null && typeName(value) === undefined && isInstance(value);
  if (isForeign && bySuperjson(value, superjson) === undefined) {
    throw new ValueMismatch("plain, or of a class that superjson knows (superjson.registerCustom)", value);
  }
  return value;
}

/** Calls the keeper of a nested value. If it throws, adds the key to the error's path. */
function inside(key: PropertyKey, keep: Keep, value: unknown, choices: UnionChoices): unknown {
  try {
    return keep(value, choices);
  } catch (error) {
    if (error instanceof ValueMismatch) error.path.unshift(key);
    throw error;
  }
}

function keepDate(value: unknown): Date {
  if (!(value instanceof Date) || Number.isNaN(timeOf(value))) throw new ValueMismatch("a valid Date", value);
  // JSON.stringify calls the methods of a date, which a subclass may override.
  const isPlainDate =
    Object.getPrototypeOf(value) === Date.prototype &&
    !Object.hasOwn(value, "toJSON") &&
    !Object.hasOwn(value, "toISOString");
  return isPlainDate ? value : new Date(timeOf(value));
}

function mapKeeper(node: MapNode): Keep {
  const [key, member] = [compiled(node.key), compiled(node.value)];
  return (value, choices) => {
    if (!(value instanceof Map)) throw new ValueMismatch("a Map", value);
    return new Map(
      Array.from(value, ([name, item]) => [
        inside(keyText(name), key, name, choices),
        inside(keyText(name), member, item, choices),
      ]),
    );
  };
}

/** Throws for undeclared items, because removing them would move the others. */
function tupleKeeper({ items, rest }: TupleNode): Keep {
  const keeps = items.map(compiled);
  const others = rest && compiled(rest);
  const mayBeMissing = (item: SchemaNode) =>
    others === undefined ? takesAbsence(derivedSchema(item.schema, "output")) : allowsUndefined(item);
  const min = items.findLastIndex((item) => !mayBeMissing(item)) + 1;
  const expected = `an array of ${min === items.length ? min : `${min} to ${items.length}`} items`;
  return (value, choices) => {
    if (!Array.isArray(value)) throw new ValueMismatch("an array", value);
    if (value.length < min || (others === undefined && value.length > keeps.length))
      throw new ValueMismatch(expected, value);
    return Array.from(value, (item, index) => inside(index, keeps[index] ?? (others as Keep), item, choices)); // the length is checked above
  };
}

function objectKeeper({ members, rest }: ObjectNode): Keep {
  const declared = [...members].map(([name, member]) => [name, compiled(member)] as const);
  const others = rest && compiled(rest);
  return (value, choices) => {
    const object = objectOf(value);
    const kept: Record<string, unknown> = {};
    for (const [name, keep] of declared) {
      const member = inside(name, keep, memberOf(object, name), choices);
      if (member !== undefined) add(kept, name, member);
    }
    if (others === undefined) return kept;
    for (const [name, member] of Object.entries(object)) {
      if (!members.has(name)) add(kept, name, inside(name, others, member, choices));
    }
    return kept;
  };
}

function recordKeeper({ key, value: valueNode, keys, isLoose }: RecordNode): Keep {
  const keep = compiled(valueNode);
  const acceptsKey = keyTest(key, derivedSchema(key.schema, "output"));
  return (value, choices) => {
    const object = objectOf(value);
    if (!isBareObject(object)) throw new ValueMismatch("a plain object", value); // Zod rejects instances here
    const kept: Record<string, unknown> = {};
    for (const name of keys ?? []) add(kept, name, inside(name, keep, memberOf(object, name), choices));
    for (const [name, member] of Object.entries(object)) {
      if (keys?.has(name)) continue;
      if (keys === undefined && acceptsKey(name)) add(kept, name, inside(name, keep, member, choices));
      else if (isLoose) add(kept, name, member);
      else if (keys === undefined)
        throw new ValueMismatch(`an object whose keys match their schema ("${name}" does not)`, value);
    }
    return kept;
  };
}

function unionKeeper(node: UnionNode): Keep {
  const choose = chooseOption(node);
  const options = node.options.map(compiled);
  const keepOption: Keep = (value, choices) => {
    const keep = options[choose(value, choices) ?? -1];
    if (keep === undefined) throw new ValueMismatch("a value that matches an option of its union", value);
    return keep(value, choices);
  };
  if (!isAnyJson(node)) return keepOption;
  return (value, choices) => {
    const copy = copyJson(value);
    return copy === NOT_JSON ? keepOption(value, choices) : copy;
  };
}

type AnyObject = Readonly<Record<string, unknown>>;

function objectOf(value: unknown): AnyObject {
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw new ValueMismatch("an object", value);
  return value as AnyObject; // any object may be read by key
}

/** Skips `__proto__`, as Zod does, because setting it would change the object's prototype. */
function add(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== "__proto__") object[name] = value;
}
