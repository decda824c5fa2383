import { describe, expect, test } from "vitest";
import { z } from "zod";
import { allowsUndefined, nodesLeadingTo, reachableNodes, resolve } from "./node.js";
import { schemaNode } from "./schema-node.js";

const node = (schema: z.core.$ZodType) => schemaNode(schema, "output");
const optional = z.string().optional();
const self: z.ZodType = z.lazy(() => self);

describe("whether a member may be missing", () => {
  test.each<[name: string, schema: z.core.$ZodType, allows: boolean]>([
    ["an optional", optional, true],
    ["undefined", z.undefined(), true],
    ["any value", z.any(), true],
    ["a string", z.string(), false],
    ["a nullable", z.string().nullable(), false],
    ["a nullable optional", optional.nullable(), true],
    ["a nonoptional", optional.nonoptional(), false],
    ["a default, which is filled in before", optional.default("a"), false],
    ["an alias", z.lazy(() => optional), true],
    ["an alias of a string", z.lazy(() => z.string()), false],
    ["a literal", z.literal("a"), false],
    ["a literal undefined", z.literal(["a", undefined]), true],
    ["a union with an optional", z.union([z.string(), optional]), true],
    ["a union without", z.union([z.string(), z.int()]), false],
    ["an intersection of optionals", z.intersection(z.any(), optional), true],
    ["an intersection with a string", z.intersection(optional, z.string()), false],
    ["an intersection that begins with a string", z.intersection(z.string(), optional), false],
    ["an intersection of one optional with itself", z.intersection(optional, optional), true],
    ["a schema that is nothing but itself", self, false],
    ["an object", z.object({}), false],
  ])("%s", (_name, schema, allows) => {
    expect(allowsUndefined(node(schema))).toBe(allows);
  });

  test("on the input side, also with a default or a catch", () => {
    expect(allowsUndefined(schemaNode(z.string().default("a"), "input"))).toBe(true);
    expect(allowsUndefined(schemaNode(z.string().catch("a"), "input"))).toBe(true);
  });
});

test("a node behind its aliases", () => {
  expect(resolve(node(z.lazy(() => optional.readonly()))).schema).toBe(optional);
  expect(resolve(node(optional)).schema).toBe(optional);
  expect(resolve(node(self)).kind).toBe("alias");
});

test("the nodes that a node leads to, each once", () => {
  const text = z.string();
  const schemas = reachableNodes(node(z.object({ a: text, b: z.array(text) }))).map(
    ({ schema }) => schema._zod.def.type,
  );
  expect(schemas).toEqual(["object", "string", "array"]);
});

test("the nodes that lead to one that passes a test", () => {
  const [date, text] = [z.date(), z.string()];
  const dates = z.array(date);
  const texts = z.array(text);
  const list: z.ZodType = z.object({ dates, texts, next: z.lazy(() => list).nullable() });
  const root = z.object({ list, texts });
  const found = nodesLeadingTo(node(root), ({ kind }) => kind === "date");
  const has = (schema: z.core.$ZodType) => found.has(node(schema));
  expect([root, list, dates, date].map(has)).toEqual([true, true, true, true]);
  expect([texts, text].map(has)).toEqual([false, false]);
  expect(nodesLeadingTo(node(root), () => false).size).toBe(0);
});
