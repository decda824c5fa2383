import { expect, test } from "vitest";
import { copyValue } from "./copy-value.js";

test.each<[name: string, value: unknown]>([
  ["a string", "a"],
  ["null", null],
  ["undefined", undefined],
  ["a function", () => 1],
])("gives back %s as it is", (_name, value) => {
  expect(copyValue(value)).toBe(value);
});

test.each<[name: string, value: object]>([
  ["an array", [1, "a", null]],
  ["an object", { a: 1, b: undefined }],
  ["an object without a prototype", Object.assign(Object.create(null), { a: 1 })],
  ["a Date", new Date(7)],
  ["an invalid Date", new Date(Number.NaN)],
  ["a URL", new URL("https://example.com/a?b=c#d")],
  ["a Set", new Set([1, "a"])],
  ["a Map", new Map<unknown, unknown>([["a", 1]])],
])("copies %s", (_name, value) => {
  const copy = copyValue(value);
  expect(copy).toStrictEqual(value);
  expect(copy).not.toBe(value);
  expect(Object.getPrototypeOf(copy)).toBe(Object.getPrototypeOf(value));
});

test("copies what is inside, at any depth", () => {
  const inside = () => [{ at: new Date(7) }];
  const value = {
    array: [inside()],
    object: { inside: inside() },
    set: new Set([inside()]),
    map: new Map([[inside(), inside()]]),
  };
  const copy = copyValue(value);
  expect(copy).toStrictEqual(value);
  const [setMember] = copy.set;
  const [entry] = copy.map;
  const copies = [copy.array[0], copy.object.inside, setMember, entry?.[0], entry?.[1]];
  for (const each of copies) each?.[0]?.at.setTime(9);
  expect(copies.every((each) => each?.[0]?.at.getTime() === 9)).toBe(true);
  const original = { array: [inside()], object: { inside: inside() }, set: new Set([inside()]) };
  expect(value).toMatchObject(original);
  expect([...value.map]).toStrictEqual([[inside(), inside()]]);
});

test("can be changed where the value is frozen", () => {
  const copy = copyValue(Object.freeze({ a: 1 })) as { a?: number };
  copy.a = 2;
  delete copy.a;
  expect(copy).toStrictEqual({});
});

test.each<[name: string, value: object]>([
  ["a class", new (class Point {})()],
  ["a class that extends Set", new (class Tags extends Set {})()],
  ["a class that extends Array", new (class List extends Array {})()],
  ["a regular expression", /a/],
])("keeps an instance of %s", (_name, value) => {
  expect(copyValue({ value }).value).toBe(value);
});

test("copies a member called __proto__ as a member", () => {
  const copy = copyValue(JSON.parse('{"__proto__":{"a":1}}'));
  expect(JSON.stringify(copy)).toBe('{"__proto__":{"a":1}}');
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
});

test("copies a value that contains itself", () => {
  interface Self {
    array: unknown[];
    map: Map<string, unknown>;
    object: { self?: unknown };
    set: Set<unknown>;
  }
  const value: Self = { array: [], map: new Map(), object: {}, set: new Set() };
  value.array.push(value.array);
  value.map.set("self", value.map);
  value.object.self = value.object;
  value.set.add(value.set);
  const copy = copyValue(value);
  expect(copy.array[0]).toBe(copy.array);
  expect(copy.map.get("self")).toBe(copy.map);
  expect(copy.object.self).toBe(copy.object);
  expect(copy.set.has(copy.set)).toBe(true);
  expect(copy.array).not.toBe(value.array);
});

test("reads an object once, in however many places it is", () => {
  let reads = 0;
  let value: object = {
    get end() {
      reads++;
      return 1;
    },
  };
  for (let level = 0; level < 30; level++) value = { left: value, right: value };
  copyValue(value);
  expect(reads).toBe(1);
});
