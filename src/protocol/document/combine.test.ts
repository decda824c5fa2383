import { expect, test } from "vitest";
import { combine } from "./kept-value.js";
import { ValueMismatch } from "./row-error.js";

const one = { a: 1 };
const bare = (members: object): object => Object.assign(Object.create(null), members);

test.each<[name: string, left: unknown, right: unknown, both: unknown]>([
  ["equal scalars", "a", "a", "a"],
  ["NaN and NaN", Number.NaN, Number.NaN, Number.NaN],
  ["the same object", one, one, one],
  ["equal dates", new Date(7), new Date(7), new Date(7)],
  ["objects with different members", { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
  ["objects with a common member", { a: 1, b: 2 }, { b: 2, c: 3 }, { a: 1, b: 2, c: 3 }],
  ["objects in objects", { a: { b: 1 } }, { a: { c: 2 } }, { a: { b: 1, c: 2 } }],
  [
    "lists of objects",
    [{ a: 1 }, { a: 2 }],
    [{ b: 3 }, { b: 4 }],
    [
      { a: 1, b: 3 },
      { a: 2, b: 4 },
    ],
  ],
  ["empty lists", [], [], []],
  ["objects without a prototype", bare({ a: 1 }), bare({ b: 2 }), { a: 1, b: 2 }],
  ["a member that only an object's prototype has", {}, { toString: 1 }, { toString: 1 }],
])("combines %s", (_name, left, right, both) => {
  expect(combine(left, right)).toEqual(both);
});

test.each<[name: string, left: unknown, right: unknown]>([
  ["different scalars", 1, 2],
  ["different dates", new Date(1), new Date(2)],
  ["a date and a number", new Date(1), 1],
  ["a number and a date", 1, new Date(1)],
  ["lists of different lengths", [1], [1, 2]],
  ["a list and an object", [], {}],
  ["an object and a list", {}, []],
  ["an object and null", {}, null],
  ["null and an object", null, {}],
  ["an object and undefined", {}, undefined],
  ["an object and a text", {}, "a"],
  ["a text and an object", "a", {}],
  ["equal sets", new Set([1]), new Set([1])],
  ["an object and a Set", {}, new Set()],
  ["equal members with different values", { a: { b: 1 } }, { a: { b: 2 } }],
  ["equal elements with different values", [1], [2]],
])("refuses %s", (_name, left, right) => {
  expect(() => combine(left, right)).toThrow(ValueMismatch);
});

test("says what it refused", () => {
  expect(() => combine(1, "1")).toThrow("not a value that both sides of its intersection convert alike");
});

test("changes neither side", () => {
  const [left, right] = [Object.freeze({ a: Object.freeze({ b: 1 }) }), Object.freeze({ a: Object.freeze({ c: 2 }) })];
  expect(combine(left, right)).toEqual({ a: { b: 1, c: 2 } });
});
