import { z } from "zod";
import { isEntry } from "./decoder.js";
import { madeOfItself } from "./made-once.js";
import { allowsUndefined, type LiteralNode, type ObjectNode, type Purpose, resolve, type SchemaNode } from "./node.js";
import { memberOf } from "./own-members.js";
import { isObjectToZod } from "./tags.js";
import { schemaNode } from "./schema-node.js";
import { literalTexts } from "./text.js";

/** Whether a value may match a node. If false, Zod would reject the value; if true, Zod may still reject it. */
export type MayBe = (value: unknown) => boolean;

const known: Readonly<Record<Purpose, WeakMap<SchemaNode, MayBe>>> = {
  json: new WeakMap(),
  exact: new WeakMap(),
  output: new WeakMap(),
};

/**
 * Makes a shallow test for the values of a node: their type, required members and literal members. Its cost does not depend
 * on the size of the value.
 */
export function mayBe(node: SchemaNode, purpose: Purpose): MayBe {
  return madeOfItself(known[purpose], node, anything, () => makeTest(node, purpose));
}

const anything = () => true;
const isNull = (value: unknown) => value === null;
const isUndefined = (value: unknown) => value === undefined;

function makeTest(node: SchemaNode, purpose: Purpose): MayBe {
  if ("coerces" in node && node.coerces) return anything;
  const isJson = purpose === "json";
  switch (node.kind) {
    case "string":
    case "boolean":
      return (value) => typeof value === node.kind;
    case "undefined":
      return isUndefined;
    case "null":
      return isNull;
    case "number":
      return Number.isFinite;
    case "bigint":
      return orText(isJson, (value) => typeof value === "bigint");
    case "nan":
      return orText(isJson, Number.isNaN);
    case "date":
      return orText(isJson, (value) => value instanceof Date);
    case "literal":
      return literalTest(node, isJson);
    case "instance":
      return isJson ? anything : (value) => value instanceof node.class;
    case "never":
    case "unsupported":
      return () => false;
    case "open":
    case "catch":
      return anything;
    case "array":
      return Array.isArray;
    case "tuple":
      return (value) => Array.isArray(value) && (node.rest !== undefined || value.length <= node.items.length);
    case "set":
      return (value) => value instanceof Set || (isJson && Array.isArray(value));
    case "map":
      return (value) => value instanceof Map || (isJson && mayBeEntries(value));
    case "record":
      return z.core.util.isPlainObject;
    case "object":
      return objectTest(node, isJson);
    case "nullable":
    case "optional":
    case "union":
      return anyTest([node], purpose);
    case "required": {
      const inner = mayBe(node.inner, purpose);
      return (value) => value !== undefined && inner(value);
    }
    case "alias":
      return mayBe(node.inner, purpose);
    case "intersection":
      return mayBe(node.left, purpose);
  }
}

/** Accepts also text, which stands for a value of another type in JSON. */
function orText(isJson: boolean, test: MayBe): MayBe {
  return isJson ? (value) => typeof value === "string" || test(value) : test;
}

function mayBeEntries(value: unknown): boolean {
  return Array.isArray(value) && (value.length === 0 || isEntry(value[0]));
}

function literalTest({ values }: LiteralNode, isJson: boolean): MayBe {
  const texts = isJson ? literalTexts(values) : undefined;
  return (value) => values.has(value) || texts?.has(value) === true;
}

/** Tests each option of unions once, also inside wrappers: unions may share options. */
function anyTest(nodes: readonly SchemaNode[], purpose: Purpose): MayBe {
  const tests = new Set<MayBe>();
  const leaves = new Set(nodes);
  for (const node of leaves) {
    if (node.kind === "nullable") tests.add(isNull);
    if (node.kind === "optional") tests.add(isUndefined);
    if (node.kind === "union") for (const option of node.options) leaves.add(option);
    else if ("inner" in node && node.kind !== "catch") leaves.add(node.inner);
    else tests.add(mayBe(node, purpose));
  }
  const all = [...tests];
  return (value) => all.some((test) => test(value));
}

function objectTest({ members }: ObjectNode, isJson: boolean): MayBe {
  const required = [...members].filter(([, member]) => !allowsUndefined(member)).map(([name]) => name);
  const literals = [...members].flatMap(([name, member]) => {
    const found = resolve(member);
    return found.kind === "literal" ? [[name, literalTest(found, isJson)] as const] : [];
  });
  return (value) => {
    if (!isObjectToZod(value)) return false;
    for (const name of required) if (memberOf(value, name) === undefined) return false;
    for (const [name, test] of literals) if (!test(memberOf(value, name))) return false;
    return true;
  };
}

/**
 * Whether a union or an intersection contains another one that gets the same value, possibly inside wrappers. Without a cache
 * such a schema parses a value 2^levels times, because each level parses it more than once.
 */
export function hasChoiceInside(node: SchemaNode): boolean {
  const found = new Set(passedOn(node));
  for (const inner of found) {
    if (inner.kind === "union" || inner.kind === "intersection") return true;
    for (const next of passedOn(inner)) found.add(next);
  }
  return false;
}

/** The nodes that get the same value as a node. */
function passedOn(node: SchemaNode): readonly SchemaNode[] {
  if (node.kind === "union") return node.options;
  if (node.kind === "intersection") return [node.left, node.right];
  if (!("inner" in node)) return [];
  const { def } = (node.schema as z.core.$ZodTypes)._zod;
  // The result of a pipe's first schema may be the same scalar.
  return def.type === "pipe" ? [node.inner, schemaNode(def.out, "input")] : [node.inner];
}
