import { expect, test } from "vitest";
import { z } from "zod";
import { defaultMaker, patternsOf, sizeBounds } from "./annotations.js";

test.each<[name: string, schema: z.ZodType, bounds: object]>([
  ["none", z.set(z.string()), {}],
  ["min", z.set(z.string()).min(1), { min: 1 }],
  ["max", z.map(z.string(), z.int()).max(3), { max: 3 }],
  ["both", z.set(z.string()).min(1).max(3), { min: 1, max: 3 }],
  ["an exact size", z.set(z.string()).size(2), { min: 2, max: 2 }],
  ["a check of its own", z.set(z.string()).refine(() => true), {}],
])("sizes: %s", (_name, schema, bounds) => {
  expect(sizeBounds(schema)).toStrictEqual(bounds);
});

test.each<[name: string, schema: z.ZodType, patterns: string[]]>([
  ["none", z.string(), []],
  ["a check", z.string().regex(/^a/), ["^a"]],
  ["several checks", z.string().regex(/^a/).regex(/b$/), ["^a", "b$"]],
  [
    "a check without a pattern",
    z
      .string()
      .min(1)
      .refine(() => true),
    [],
  ],
  ["a number", z.number().min(1), []],
])("patterns: %s", (_name, schema, patterns) => {
  expect(patternsOf(schema).map(({ source }) => source)).toEqual(patterns);
});

test("patterns: a format, before those of its checks", () => {
  const patterns = patternsOf(z.uuid().regex(/^a/));
  expect(patterns.at(-1)?.source).toBe("^a");
  expect(patterns[0]?.test("123e4567-e89b-42d3-a456-426614174000")).toBe(true);
  expect(patterns[0]?.test("a")).toBe(false);
});

test("defaults are made each time", () => {
  let made = 0;
  const make = defaultMaker(z.int().default(() => ++made));
  const before = made;
  expect([make?.(), make?.()]).toEqual([before + 1, before + 2]);
  expect(defaultMaker(z.string().prefault("a"))?.()).toBe("a");
  for (const schema of [z.string(), z.string().optional(), z.string().catch("a"), z.string().default("a").nullable()])
    expect(defaultMaker(schema)).toBeUndefined();
});
