import { expect, test } from "vitest";
import { z } from "zod";
import { keyTest } from "./key-test.js";
import { schemaNode } from "./schema-node.js";

test.each<[name: string, key: z.ZodType, fits: string[], others: string[]]>([
  ["any text", z.string(), ["", "a", "12"], []],
  ["short text", z.string().max(2), ["", "ab"], ["abc"]],
  ["a number", z.number(), ["12", "1.5", "-3"], ["a", "", "012", "1e3", " 1"]],
  ["a small number", z.number().max(5), ["5"], ["6"]],
  ["some names", z.enum(["a", "b"]), ["a", "b"], ["c", "toString"]],
  ["a number or a text", z.union([z.literal(1), z.literal("x")]), ["1", "x"], ["2", "y"]],
])("a record with keys of %s", (_name, key, fits, others) => {
  const accepts = keyTest(schemaNode(key, "output"), key);
  expect(fits.filter((name) => !accepts(name))).toEqual([]);
  expect(others.filter((name) => accepts(name))).toEqual([]);
});

test("any text is accepted without a call of its schema, but a check is called", () => {
  let calls = 0;
  const counted = z.string().refine(() => ++calls > 0);
  expect(keyTest(schemaNode(z.string(), "output"), counted)("a")).toBe(true);
  expect(calls).toBe(0);
  expect(keyTest(schemaNode(counted, "output"), counted)("a")).toBe(true);
  expect(calls).toBe(1);
});

test("an asynchronous check counts as passed", () => {
  const key = z.string().refine(async () => false);
  expect(keyTest(schemaNode(key, "output"), key)("a")).toBe(true);
});
