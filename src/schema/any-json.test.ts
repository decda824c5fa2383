import { describe, expect, test } from "vitest";
import { z } from "zod";
import { copyJson, isAnyJson, NOT_JSON } from "./any-json.js";
import type { UnionNode } from "./node.js";
import { resolve } from "./node.js";
import { schemaNode } from "./schema-node.js";

/** Copies of z.json() in which one part differs. */
function like(parts: (self: z.ZodType) => z.ZodType[], around: (self: z.ZodType) => z.ZodType = (self) => self) {
  const self: z.ZodType = around(z.lazy(() => union));
  const union = z.union(parts(self));
  return resolve(schemaNode(self, "input")) as UnionNode;
}

const usual = (self: z.ZodType) => [
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(self),
  z.record(z.string(), self),
];

describe("a union of any JSON", () => {
  test("is the one of z.json(), and the same written by hand", () => {
    expect(isAnyJson(resolve(schemaNode(z.json(), "input")) as UnionNode)).toBe(true);
    expect(isAnyJson(like(usual))).toBe(true);
    expect(isAnyJson(like((self) => usual(self).reverse()))).toBe(true);
  });

  test.each<[name: string, parts: (self: z.ZodType) => z.ZodType[]]>([
    ["without text", (self) => usual(self).slice(1)],
    ["without objects", (self) => usual(self).slice(0, -1)],
    ["with dates", (self) => [...usual(self), z.date()]],
    ["with short text", (self) => [z.string().max(3), ...usual(self).slice(1)]],
    ["with text of a format", (self) => [z.email(), ...usual(self).slice(1)]],
    ["with text or any text", (self) => [z.email(), ...usual(self)]],
    ["with text of anything", (self) => [z.coerce.string(), ...usual(self).slice(1)]],
    ["with integers", (self) => [z.int(), ...usual(self).filter((_, place) => place !== 1)]],
    ["with numbers of anything", (self) => [z.coerce.number(), ...usual(self).filter((_, place) => place !== 1)]],
    ["with booleans of anything", (self) => [z.coerce.boolean(), ...usual(self).filter((_, place) => place !== 2)]],
    ["with short arrays", (self) => usual(self).map((part, place) => (place === 4 ? z.array(self).max(3) : part))],
    ["with arrays of text", (self) => usual(self).map((part, place) => (place === 4 ? z.array(z.string()) : part))],
    [
      "with records of text",
      (self) => usual(self).map((part, place) => (place === 5 ? z.record(z.string(), z.string()) : part)),
    ],
    [
      "with records of some keys",
      (self) => usual(self).map((part, place) => (place === 5 ? z.record(z.string().max(3), self) : part)),
    ],
  ])("is not one %s", (_name, parts) => {
    expect(isAnyJson(like(parts))).toBe(false);
  });

  test("is not one with a check at each level", () => {
    expect(isAnyJson(like(usual, (self) => self.refine(() => true)))).toBe(false);
    expect(isAnyJson(like(usual, (self) => self.readonly()))).toBe(false);
    const checked: z.ZodType = z.union(usual(z.lazy(() => checked))).refine(() => true);
    expect(isAnyJson(schemaNode(checked, "input") as UnionNode)).toBe(false);
  });

  test("is not one if an array contains a z.lazy() of itself", () => {
    const endless: z.ZodType = z.lazy(() => endless);
    expect(isAnyJson(like((self) => usual(self).map((part, place) => (place === 4 ? z.array(endless) : part))))).toBe(
      false,
    );
  });
});

describe("a copy of JSON", () => {
  const value = { a: [1, "b", true, null, { c: [] }], d: {}, constructor: "e" };

  test("is equal and new", () => {
    const copy = copyJson(value) as typeof value;
    expect(copy).toEqual(value);
    for (const [one, other] of [
      [copy, value],
      [copy.a, value.a],
      [copy.a[4], value.a[4]],
      [copy.d, value.d],
    ])
      expect(one).not.toBe(other);
  });

  test("has no member called __proto__", () => {
    const copy = copyJson(JSON.parse('{ "a": { "__proto__": { "admin": true }, "b": 1 } }'));
    expect(Object.entries((copy as { a: object }).a)).toEqual([["b", 1]]);
    expect(copy).toEqual(z.json().parse(JSON.parse('{ "a": { "__proto__": { "admin": true }, "b": 1 } }')));
  });

  class Point {}
  const circular: unknown[] = [];
  circular.push(circular);

  test.each<[name: string, value: unknown]>([
    ["an infinite number", Number.POSITIVE_INFINITY],
    ["undefined", undefined],
    ["a bigint", 1n],
    ["a function", () => 1],
    ["a date", new Date(0)],
    ["a set", new Set()],
    ["an instance", new Point()],
    ["an object without a prototype", Object.create(null)],
    ["an object with a symbol", { [Symbol("a")]: 1 }],
    ["a list with a gap", new Array(1)],
    ["a list that contains itself", circular],
  ])("is not made of %s", (_name, part) => {
    for (const whole of [part, [part], { part }, [1, { a: [part] }]]) expect(copyJson(whole)).toBe(NOT_JSON);
  });
});
