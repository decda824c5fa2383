import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeAnyValue } from "./any-value.js";
import { ValueMismatch } from "./row-error.js";

describe("writeOpen", () => {
  test("writes every JSON value as JSON.stringify does", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(writeAnyValue(value)).toBe(JSON.stringify(value));
      }),
      { numRuns: 500 },
    );
  });

  test("writes JSON values as JSON.stringify does", () => {
    const anything = fc.anything({
      withDate: true,
      withNullPrototype: true,
      withObjectString: true,
      withSparseArray: true,
    });
    const comparable = (value: unknown) => {
      try {
        return JSON.stringify(value, (_key, member) =>
          typeof member === "number" && !Number.isFinite(member) ? `${member}` : member,
        );
      } catch {
        return "(throws)";
      }
    };
    fc.assert(
      fc.property(anything, (value) => {
        let ours: string | undefined;
        try {
          ours = writeAnyValue(value);
        } catch (error) {
          expect(error).toBeInstanceOf(ValueMismatch); // an invalid date, of which JSON.stringify makes null
          return;
        }
        expect(ours).toBe(comparable(value));
      }),
      { numRuns: 500 },
    );
  });

  test.each<[name: string, value: unknown, json: string | undefined]>([
    ["a date", new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ["a bigint", 12345678901234567890n, '"12345678901234567890"'],
    ["a set", new Set([1, new Date(0)]), '[1,"1970-01-01T00:00:00.000Z"]'],
    ["a map", new Map([["a", 1n]]), '[["a","1"]]'],
    ["a URL", new URL("http://a.test/"), '"http://a.test/"'],
    ["a regular expression", /a"b/gi, '"/a\\"b/gi"'],
    ["NaN", Number.NaN, '"NaN"'],
    ["Infinity", [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], '["Infinity","-Infinity"]'],
    ["undefined", undefined, undefined],
    ["a function", () => 1, undefined],
    ["a symbol", Symbol("s"), undefined],
    ["undefined in a list", [undefined], "[null]"],
    ["undefined in an object", { a: undefined, b: 1 }, '{"b":1}'],
    ["what toJSON gives", { toJSON: () => ({ at: new Date(0) }) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
    ["a key of __proto__", JSON.parse('{"__proto__":{"a":1}}'), '{"__proto__":{"a":1}}'],
  ])("writes %s", (_name, value, json) => {
    expect(writeAnyValue(value)).toBe(json);
  });

  test("refuses an invalid date", () => {
    expect(() => writeAnyValue({ at: new Date(Number.NaN) })).toThrow(ValueMismatch);
  });
});
