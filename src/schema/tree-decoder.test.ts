import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ParseState } from "./parse-state.js";
import { schemaNode } from "./schema-node.js";
import { decodeTree, type Matches } from "./tree-decoder.js";

const DAY = "2026-01-31";
const date = new Date(DAY);

function decoded(schema: z.ZodType, value: unknown, matches: Matches = () => "yes"): unknown {
  return decodeTree(schemaNode(schema, "input"), value, matches, new ParseState());
}

describe("decodes", () => {
  test.each<[name: string, schema: z.ZodType, value: unknown, result: unknown]>([
    ["a nullable", z.date().nullable(), DAY, date],
    ["an optional", z.date().optional(), DAY, date],
    ["a nonoptional", z.date().optional().nonoptional(), DAY, date],
    ["a catch", z.date().catch(date), DAY, date],
    ["an alias", z.lazy(() => z.date()), DAY, date],
    [
      "both sides",
      z.intersection(z.object({ a: z.date() }), z.object({ b: z.date() })),
      { a: DAY, b: DAY },
      { a: date, b: date },
    ],
    ["an array", z.array(z.date()), [DAY, DAY], [date, date]],
    ["a set", z.set(z.date()), [DAY], new Set([date])],
    ["a map", z.map(z.date(), z.bigint()), [[DAY, "1"]], new Map([[date, 1n]])],
    ["a tuple", z.tuple([z.date(), z.string()]), [DAY, DAY], [date, DAY]],
    ["a tuple with a rest", z.tuple([z.string()], z.date()), [DAY, DAY, DAY], [DAY, date, date]],
    ["a tuple with surplus items", z.tuple([z.date()]), [DAY, DAY], [date, DAY]],
    ["an object", z.object({ a: z.date() }), { a: DAY, b: DAY }, { a: date, b: DAY }],
    ["an object with a rest", z.object({ a: z.string() }).catchall(z.date()), { a: DAY, b: DAY }, { a: DAY, b: date }],
    ["a record", z.record(z.string(), z.date()), { a: DAY }, { a: date }],
    ["a record with some keys", z.record(z.enum(["a"]), z.date()), { a: DAY, b: DAY }, { a: date, b: DAY }],
    [
      "an object without a prototype",
      z.object({ a: z.date() }),
      Object.assign(Object.create(null), { a: DAY }),
      { a: date },
    ],
  ])("%s", (_name, schema, value, result) => {
    expect(decoded(schema, value)).toStrictEqual(result);
  });

  test("the members of a loose record whose keys match", () => {
    const schema = z.looseRecord(z.string().startsWith("on"), z.date());
    expect(decoded(schema, { onDay: DAY, other: DAY })).toEqual({ onDay: date, other: DAY });
  });
});

test.each<[name: string, schema: z.ZodType, value: unknown]>([
  ["an array", z.array(z.date()), { 0: DAY }],
  ["a set", z.set(z.date()), { 0: DAY }],
  ["a map", z.map(z.string(), z.date()), [["a", DAY, 1]]],
  ["a map of a text", z.map(z.string(), z.date()), "ab"],
  ["a tuple", z.tuple([z.date()]), { 0: DAY }],
  ["an object", z.object({ 0: z.date() }), [DAY]],
  ["an object of a text", z.object({ a: z.date() }), "a"],
  ["an object of null", z.object({ a: z.date() }), null],
  ["an object of an instance", z.object({ a: z.date() }), Object.assign(new URL("http://a"), { a: DAY })],
  ["a string", z.string(), DAY],
])("leaves a value that is not %s", (_name, schema, value) => {
  expect(decoded(schema, value)).toBe(value);
});

describe("a union decodes with", () => {
  const text = z.object({ at: z.string() });
  const day = z.object({ at: z.date() });
  const union = z.union([text, day]);
  const first = { at: DAY };
  const second = { at: date };

  test.each<[name: string, text: ReturnType<Matches>, day: ReturnType<Matches>, result: unknown]>([
    ["the first option that matches", "yes", "yes", first],
    ["the second option if only that matches", "no", "yes", second],
    ["an option that matches rather than one that nearly does", "nearly", "yes", second],
    ["the only option that nearly matches", "no", "nearly", second],
    ["no option if two nearly match", "nearly", "nearly", first],
    ["no option if none matches", "no", "no", first],
  ])("%s", (_name, ofText, ofDay, result) => {
    expect(decoded(union, { at: DAY }, (schema) => (schema === day ? ofDay : ofText))).toEqual(result);
  });

  test("an option that its type does not exclude", () => {
    const asked: z.core.$ZodType[] = [];
    const list = z.set(z.date());
    const matches: Matches = (schema) => {
      asked.push(schema);
      return "yes";
    };
    expect(decoded(z.union([z.string(), z.map(z.date(), z.date()), list]), [DAY], matches)).toEqual(new Set([date]));
    expect(asked).toEqual([list]);
  });
});

test("decodes a set once, so that all that contain it get the same", () => {
  const node = schemaNode(z.set(z.date()), "input");
  const state = new ParseState();
  const value = [DAY];
  expect(decodeTree(node, value, () => "yes", state)).toBe(decodeTree(node, value, () => "yes", state));
});
