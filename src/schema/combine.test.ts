import { describe, expect, test } from "vitest";
import { combineValues, isBareObject } from "./combine.js";

class Point {}
const bare = (members: object): object => Object.assign(Object.create(null) as object, members);

function combined(left: unknown, right: unknown): unknown {
  return combineValues(left, right, (value) => {
    throw new Error(`cannot merge ${JSON.stringify(value)}`);
  });
}

describe("two values are merged", () => {
  const date = new Date(0);
  test.each<[name: string, left: unknown, right: unknown, result: unknown]>([
    ["the same value", "a", "a", "a"],
    ["the same instance", date, date, date],
    ["NaN", Number.NaN, Number.NaN, Number.NaN],
    ["equal dates", new Date(5), new Date(5), new Date(5)],
    ["objects with different members", { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    ["objects with a shared member", { a: { b: 1 } }, { a: { c: 2 } }, { a: { b: 1, c: 2 } }],
    ["objects without a prototype", bare({ a: { b: 1 } }), bare({ a: { c: 2 } }), { a: { b: 1, c: 2 } }],
    ["lists", [{ a: 1 }, 2], [{ b: 1 }, 2], [{ a: 1, b: 1 }, 2]],
    ["empty lists", [], [], []],
    ["a member that objects inherit", {}, { constructor: 1 }, { constructor: 1 }],
    [
      "members called __proto__",
      JSON.parse('{"__proto__":1,"a":1}'),
      JSON.parse('{"__proto__":2,"b":2}'),
      { a: 1, b: 2 },
    ],
  ])("%s", (_name, left, right, result) => {
    const both = combined(left, right);
    expect(both).toEqual(result);
    expect(Object.keys(Object(both))).toEqual(Object.keys(Object(result)));
  });

  test("without a change of the sides", () => {
    const [left, right] = [{ a: { b: 1 } }, { a: { c: 2 } }];
    expect(combined(left, right)).not.toBe(left);
    expect([left, right]).toEqual([{ a: { b: 1 } }, { a: { c: 2 } }]);
  });
});

test.each<[name: string, left: unknown, right: unknown]>([
  ["two texts", "a", "b"],
  ["zero and negative zero", 0, -0],
  ["two dates", new Date(1), new Date(2)],
  ["a date and its time", new Date(1), 1],
  ["a time and its date", 1, new Date(1)],
  ["a date and an object", new Date(1), {}],
  ["lists of different lengths", [1], [1, 2]],
  ["a list and an object", [], {}],
  ["an object and a list", {}, []],
  ["an object and null", {}, null],
  ["null and an object", null, {}],
  ["an object and a text", {}, "a"],
  ["instances", new Point(), new Point()],
  ["an object and an instance", {}, new Point()],
  ["members", { a: { b: 1 } }, { a: { b: 2 } }],
  ["elements", [1, 2], [1, 3]],
])("%s that differ are rejected", (_name, left, right) => {
  expect(() => combined(left, right)).toThrow("cannot merge");
});

test("the left value is the one that cannot be merged", () => {
  expect(() => combined({ a: "left" }, { a: "right" })).toThrow('cannot merge "left"');
});

test("a bare object is plain, with or without a prototype", () => {
  expect([{}, bare({})].map(isBareObject)).toEqual([true, true]);
  expect([null, undefined, "a", 1, [], new Point(), new Date(0), () => 1].filter(isBareObject)).toEqual([]);
});
