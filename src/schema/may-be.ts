import { z } from "zod";
import { allowsUndefined, type ObjectNode, resolve, type SchemaNode, type UnionNode } from "./node.js";
import { memberReader } from "./own-members.js";
import { isPlainObject } from "./tags.js";

/** Whether a value may match a node. If false, Zod would reject the value; if true, Zod may still reject it. */
export type MayBe = (value: unknown) => boolean;

const known = new WeakMap<SchemaNode, MayBe>();

/**
 * Makes a shallow test for output values: their type, required members and literal members. Its cost does not depend on
 * the size of the value.
 */
export function mayBe(node: SchemaNode): MayBe {
  const found = known.get(node);
  if (found !== undefined) return found;
  known.set(node, () => true); // for a node that is an alias of itself
  const test = makeTest(node);
  known.set(node, test);
  return test;
}

function makeTest(node: SchemaNode): MayBe {
  switch (node.kind) {
    case "string":
    case "boolean":
    case "bigint":
    case "undefined":
      return (value) => typeof value === node.kind;
    case "number":
      return Number.isFinite;
    case "nan":
      return Number.isNaN;
    case "date":
      return (value) => value instanceof Date;
    case "null":
      return (value) => value === null;
    case "literal":
      return (value) => node.values.has(value);
    case "instance":
      return (value) => value instanceof node.class;
    case "never":
    case "unsupported":
      return () => false;
    case "open":
    case "catch":
      return () => true;
    case "array":
      return Array.isArray;
    case "tuple":
      return (value) => Array.isArray(value) && (node.rest !== undefined || value.length <= node.items.length);
    case "set":
      return (value) => value instanceof Set;
    case "map":
      return (value) => value instanceof Map;
    case "record":
      return z.core.util.isPlainObject;
    case "object":
      return objectTest(node);
    case "nullable": {
      const inner = mayBe(node.inner);
      return (value) => value === null || inner(value);
    }
    case "optional": {
      const inner = mayBe(node.inner);
      return (value) => value === undefined || inner(value);
    }
    case "required": {
      const inner = mayBe(node.inner);
      return (value) => value !== undefined && inner(value);
    }
    case "alias":
      return mayBe(node.inner);
    case "union": {
      const options = leavesOf(node).map(mayBe);
      return (value) => options.some((test) => test(value));
    }
    case "intersection":
      return mayBe(node.left);
  }
}

/** The options of a union and of the unions nested in it, each once. */
function leavesOf(union: UnionNode): SchemaNode[] {
  const found = new Set<SchemaNode>(union.options);
  for (const option of found) if (option.kind === "union") for (const inner of option.options) found.add(inner);
  return [...found].filter(({ kind }) => kind !== "union");
}

function objectTest({ members }: ObjectNode): MayBe {
  const required = [...members].filter(([, member]) => !allowsUndefined(member)).map(([name]) => memberReader(name));
  const literals = [...members].flatMap(([name, member]) => {
    const found = resolve(member);
    return found.kind === "literal" ? [[memberReader(name), found.values] as const] : [];
  });
  return (value) => {
    if (!isPlainObject(value)) return false;
    for (const read of required) if (read(value) === undefined) return false;
    for (const [read, values] of literals) if (!values.has(read(value))) return false;
    return true;
  };
}
