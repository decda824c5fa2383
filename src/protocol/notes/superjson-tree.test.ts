import { expect, test } from "vitest";
import { reviveTree } from "./request-notes.js";

/** Says where a type was applied, and to what. */
const mark = (json: unknown, type: unknown) => ({ type, json });
const revive = (json: unknown, values: unknown) => reviveTree(json, { values }, mark);

test("revives the value itself", () => {
  expect(revive("1", ["bigint"])).toEqual({ type: "bigint", json: "1" });
  expect(revive("1", [["custom", "money"]])).toEqual({ type: ["custom", "money"], json: "1" });
  expect(revive(null, ["undefined"])).toEqual({ type: "undefined", json: null });
});

test("revives members and elements", () => {
  expect(
    revive({ a: "1", b: ["2", { c: "3" }], d: "4" }, { a: ["bigint"], "b.0": ["Date"], "b.1.c": ["URL"] }),
  ).toEqual({
    a: { type: "bigint", json: "1" },
    b: [{ type: "Date", json: "2" }, { c: { type: "URL", json: "3" } }],
    d: "4",
  });
});

test("revives what is inside before the value", () => {
  expect(revive(["1"], ["set", { "0": ["bigint"] }])).toEqual({ type: "set", json: [{ type: "bigint", json: "1" }] });
  expect(revive({ a: [["1"]] }, { a: ["set", { "0": ["set", { "0": ["bigint"] }] }] })).toEqual({
    a: { type: "set", json: [{ type: "set", json: [{ type: "bigint", json: "1" }] }] },
  });
});

test.each([
  ["a.b", { "a\\.b": ["Date"] }],
  ["a\\b", { "a\\\\b": ["Date"] }],
  ["a\\", { "a\\": ["Date"] }],
  ["", { "": ["Date"] }],
])("finds a member called %j", (name, values) => {
  expect(revive({ [name]: "1" }, values)).toEqual({ [name]: { type: "Date", json: "1" } });
});

test("finds members of a member whose name is empty", () => {
  expect(revive({ "": { "": "1" } }, { ".": ["Date"] })).toEqual({ "": { "": { type: "Date", json: "1" } } });
});

test("changes an own member called __proto__, and no prototype", () => {
  const json = JSON.parse('{"__proto__":{"a":"1"}}');
  expect(JSON.stringify(revive(json, { "__proto__.a": ["Date"] }))).toBe(
    '{"__proto__":{"a":{"type":"Date","json":"1"}}}',
  );
  expect(JSON.stringify(revive(json, { __proto: ["Date"], ["__proto__"]: ["Date"] }))).toContain(
    '"__proto__":{"type":"Date"',
  );
  expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
  revive({}, { "__proto__.polluted": ["Date"], "constructor.prototype.polluted": ["Date"] });
  expect("polluted" in {}).toBe(false);
});

test.each<[name: string, json: unknown, path: string]>([
  ["a member that is missing", { a: "1" }, "b"],
  ["a member of a member that is missing", { a: "1" }, "b.c"],
  ["a member of a text", { a: "1" }, "a.0"],
  ["a member of null", { a: null }, "a.b"],
  ["an element that is missing", ["1"], "1"],
  ["an inherited member", { a: "1" }, "toString"],
  ["the length of a list", ["1"], "length"],
  ["a member of a text that is the value", "1", "0"],
])("ignores the path of %s", (_name, json, path) => {
  const before = structuredClone(json);
  expect(revive(json, { [path]: ["Date"] })).toEqual(before);
  expect(revive(json, { [path]: {} })).toEqual(before);
});

test("does not change what was revived before", () => {
  const point = Object.freeze({ x: 1 });
  class Instance {
    x = 1;
  }
  const instance = new Instance();
  const make = (json: unknown, type: unknown) => {
    if (type === "frozen") return point;
    return type === "instance" ? instance : mark(json, type);
  };
  const values = { a: ["frozen"], "a.x": ["Date"], b: ["instance"], "b.x": ["Date"] };
  expect(reviveTree({ a: 1, b: 2 }, { values }, make)).toEqual({ a: point, b: instance });
  expect([point.x, instance.x]).toEqual([1, 1]);
});

test.each([
  ["no meta", undefined],
  ["null", null],
  ["a text", "values"],
  ["a meta without values", { referentialEqualities: { a: ["b"] } }],
  ["values that are a text", { values: "Date" }],
  ["values that are null", { values: null }],
])("gives the value back where superjson left %s", (_name, meta) => {
  expect(reviveTree({ a: "1" }, meta, mark)).toEqual({ a: "1" });
});

test("ignores inner values that are no tree", () => {
  expect(revive({ a: "1" }, { a: null })).toEqual({ a: "1" });
  expect(revive("1", ["Date", null])).toEqual({ type: "Date", json: "1" });
  expect(revive("1", ["Date", "a"])).toEqual({ type: "Date", json: "1" });
});

test("ignores what superjson says about equal references", () => {
  const meta = { values: { a: ["Date"] }, referentialEqualities: { a: ["b"] } };
  expect(reviveTree({ a: "1", b: null }, meta, mark)).toEqual({ a: { type: "Date", json: "1" }, b: null });
});
