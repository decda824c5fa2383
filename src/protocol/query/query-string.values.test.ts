import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type QueryValue, queryValue } from "../../schema/query-value.js";
import { parseBigint, parseDate } from "../../schema/text.js";
import { ParseFailure, parseValue, splitEscaped } from "./query-string.js";
import { parseInteger } from "../../schema/text.js";

function kindOf(schema: z.ZodType): QueryValue {
  const value = queryValue(schema);
  if (typeof value === "string") throw new Error(value);
  return value;
}

describe("parseInteger", () => {
  test("gives back every safe integer, but for -0", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(parseInteger(`${value}`)).toBe(value);
      }),
    );
  });

  test("takes no other text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+0-9.eExX_n ]{1,20}$/)), (text) => {
        const value = parseInteger(text);
        if (value !== undefined) expect(`${value}`).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    "",
    " ",
    "1e0",
    "0x1",
    "0b1",
    "0o1",
    "+1",
    "01",
    "-0",
    "00",
    "-01",
    "1.0",
    "1.",
    ".1",
    " 1",
    "1 ",
    "1\n",
    "1_000",
    "1n",
    "NaN",
    "Infinity",
    "--1",
    "１",
    "٣",
    "9007199254740992",
    "-9007199254740992",
    "1".repeat(400),
  ])("refuses %j", (text) => {
    expect(parseInteger(text)).toBeUndefined();
  });
});

describe("parseBigint", () => {
  test("gives back every bigint", () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(parseBigint(`${value}`)).toBe(value);
      }),
    );
  });

  test("reads ten thousand digits, and no more", () => {
    expect(parseBigint("1".repeat(10_000))).toBe(BigInt("1".repeat(10_000)));
    expect(parseBigint("1".repeat(10_001))).toBeUndefined();
  });

  test.each(["", "1e0", "0x1", "+1", "01", "-0", "1n", " 1", "1.0"])("refuses %j", (text) => {
    expect(parseBigint(text)).toBeUndefined();
  });
});

describe("parseDate", () => {
  const years0to9999 = {
    min: new Date("0000-01-01T00:00:00Z"),
    max: new Date("9999-12-31T23:59:59.999Z"),
    noInvalidDate: true,
  };

  test("gives back what toISOString writes", () => {
    fc.assert(
      fc.property(fc.date(years0to9999), (date) => {
        expect(parseDate(date.toISOString())).toEqual(date);
      }),
    );
  });

  test("takes a calendar date for its midnight in UTC", () => {
    fc.assert(
      fc.property(fc.date(years0to9999), (date) => {
        const day = date.toISOString().slice(0, 10);
        expect(parseDate(day)).toEqual(new Date(`${day}T00:00:00.000Z`));
      }),
    );
  });

  test("never throws, and never gives an invalid date", () => {
    const almost = fc.stringMatching(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/);
    fc.assert(
      fc.property(fc.oneof(almost, fc.string()), (text) => {
        const date = parseDate(text);
        if (date !== undefined) expect(date.getTime()).not.toBeNaN();
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000Z"],
    ["2026-01-31T12:00Z", "2026-01-31T12:00:00.000Z"],
    ["2026-01-31T12:00:00.5Z", "2026-01-31T12:00:00.500Z"],
    ["2026-01-31T01:00:00+02:00", "2026-01-30T23:00:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ])("reads %j", (text, iso) => {
    expect(parseDate(text)?.toISOString()).toBe(iso);
  });

  test.each([
    "",
    "2026",
    "2026-01",
    "2026-1-1",
    "2026-02-30",
    "2026-02-29",
    "2026-04-31",
    "2026-13-01",
    "2026-00-01",
    "2026-01-00",
    "2026-06-00",
    "2026-02-00T00:00:00Z",
    "2026-01-01T00:00:00+24:00",
    "2026-01-32",
    "2026-02-30T00:00:00Z",
    "2026-01-31T12:00:00",
    "2026-01-31T25:00:00Z",
    "2026-01-31T12:60:00Z",
    "2026-01-31T12:00:00+25:00",
    "2026-01-31 12:00:00Z",
    "20260131",
    "31.01.2026",
    "1",
    "Jan 31 2026",
    "-000000-01-01",
    "+292026-01-31",
    "2026-01-31z",
    "2026-01-31\n",
    "now",
  ])("refuses %j", (text) => {
    expect(parseDate(text)).toBeUndefined();
  });
});

describe("splitEscaped", () => {
  const escaped = (item: string) => item.replaceAll("\\", "\\\\").replaceAll(",", "\\,");
  const items = fc.array(fc.string({ unit: fc.constantFrom("a", "b", ",", "\\", " ", "é") }), { minLength: 1 });

  test("gives back a list whose commas and backslashes were escaped", () => {
    fc.assert(
      fc.property(items, (list) => {
        expect(splitEscaped(list.map(escaped).join(","))).toEqual(list);
      }),
    );
  });

  test("takes any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(splitEscaped(text).length).toBeGreaterThan(0);
      }),
    );
  });

  test.each([
    ["a,b", ["a", "b"]],
    ["a\\,b", ["a,b"]],
    ["a\\\\,b", ["a\\", "b"]],
    ["a\\", ["a\\"]],
    ["\\a", ["a"]],
    [",", ["", ""]],
    ["", [""]],
  ])("splits %j", (text, expected) => {
    expect(splitEscaped(text)).toEqual(expected);
  });
});

describe("parseValue", () => {
  test.each<[name: string, text: string, schema: z.ZodType, value: unknown]>([
    ["z.string()", "null", z.string(), "null"],
    ["z.string()", "", z.string(), ""],
    ["z.int().nullable()", "null", z.int().nullable(), null],
    ["z.boolean()", "true", z.boolean(), true],
    ["z.boolean()", "false", z.boolean(), false],
    ["z.boolean().nullable()", "null", z.boolean().nullable(), null],
    ["z.number()", "-1.5e3", z.number(), -1500],
    ["z.number()", "0", z.number(), 0],
    ["z.number()", "-0", z.number(), -0],
    ["z.int()", "-0", z.int(), -0],
    ["z.array(z.int())", "0,-0", z.array(z.int()), [0, -0]],
    ["z.bigint()", "9007199254740993", z.bigint(), 9007199254740993n],
    ['z.enum(["draft", "live"])', "live", z.enum(["draft", "live"]), "live"],
    ["z.literal([1, 2])", "2", z.literal([1, 2]), 2],
    ["z.literal(true)", "true", z.literal(true), true],
    ["z.literal(7n)", "7", z.literal(7n), 7n],
    ["z.array(z.string())", "a\\,b,c", z.array(z.string()), ["a,b", "c"]],
    ["z.array(z.int())", "", z.array(z.int()), []],
    ["z.array(z.int())", "1,2", z.array(z.int()), [1, 2]],
  ])("reads for %s the text %j", (_name, text, schema, expected) => {
    expect(parseValue(text, kindOf(schema))).toEqual(expected);
  });

  test.each<[name: string, text: string, schema: z.ZodType]>([
    ["z.int()", "null", z.int()],
    ["z.int()", "1.5", z.int()],
    ["z.boolean()", "1", z.boolean()],
    ["z.boolean()", "TRUE", z.boolean()],
    ["z.boolean()", "", z.boolean()],
    ["z.number()", "NaN", z.number()],
    ["z.number()", "1e999", z.number()],
    ["z.number()", "0x10", z.number()],
    ["z.number()", "+1", z.number()],
    ["z.number()", "01", z.number()],
    ["z.number()", "1.", z.number()],
    ["z.number()", "", z.number()],
    ['z.enum(["draft", "live"])', "toString", z.enum(["draft", "live"])],
    ['z.enum(["draft", "live"])', "__proto__", z.enum(["draft", "live"])],
    ["z.literal([1, 2])", "01", z.literal([1, 2])],
    ["z.array(z.int())", "1,x", z.array(z.int())],
    ["z.array(z.int())", "1,", z.array(z.int())],
    ["z.array(z.int())", "null", z.array(z.int())],
  ])("refuses for %s the text %j", (_name, text, schema) => {
    expect(parseValue(text, kindOf(schema))).toBeInstanceOf(ParseFailure);
  });

  test("says what it expected", () => {
    const expectedOf = (schema: z.ZodType) => (parseValue("?", kindOf(schema)) as ParseFailure).expected;
    expect(expectedOf(z.int().nullable())).toBe("an integer, or null");
    expect(expectedOf(z.enum(["a", "b"]))).toBe("one of a, b");
    expect(expectedOf(z.array(z.boolean()))).toBe("a comma-separated list, each item true or false");
  });
});
