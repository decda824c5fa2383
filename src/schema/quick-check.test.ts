import { expect, test } from "vitest";
import { z } from "zod";
import { quickCheck } from "./quick-check.js";

const VALUES: readonly unknown[] = [
  undefined,
  null,
  "",
  "a",
  "abc",
  "abcdef",
  "2026-01-01",
  0,
  1,
  1.5,
  -1,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  -(2 ** 31) - 1,
  2 ** 53,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  false,
  1n,
  [],
  ["a"],
  {},
  { length: 3 },
  new Date(0),
];

const KNOWN: readonly [name: string, schema: z.ZodType][] = [
  ["string", z.string()],
  ["min", z.string().min(1)],
  ["min and max", z.string().min(1).max(3)],
  ["several of each", z.string().min(1).min(3).max(9).max(5)],
  ["nonempty", z.string().nonempty()],
  ["number", z.number()],
  ["int", z.int()],
  ["int32", z.int32()],
  ["boolean", z.boolean()],
  ["nullable", z.string().nullable()],
  ["optional", z.number().optional()],
  ["default", z.boolean().default(true)],
  ["nullish", z.string().max(3).nullish()],
  ["default of nullable", z.int().nullable().default(3)],
];

const UNKNOWN: readonly [name: string, schema: z.ZodType][] = [
  ["coerced", z.coerce.string()],
  ["coerced number", z.coerce.number()],
  ["coerced boolean", z.coerce.boolean()],
  ["coerced inside", z.coerce.string().nullable()],
  ["format", z.email()],
  ["template literal", z.templateLiteral(["a", z.int()])],
  ["format among checks", z.string().email()],
  ["trimmed", z.string().trim()],
  ["regex", z.string().regex(/a/)],
  ["exact length", z.string().length(3)],
  ["refined", z.string().refine(() => false)],
  ["refined boolean", z.boolean().refine(() => false)],
  [
    "refined default",
    z
      .string()
      .default("a")
      .refine(() => false),
  ],
  [
    "refined nullable",
    z
      .string()
      .nullable()
      .refine(() => false),
  ],
  ["least number", z.number().min(1)],
  ["positive int", z.int().positive()],
  ["uint32", z.uint32()],
  ["date", z.date()],
  ["date inside", z.date().nullable()],
  ["enum", z.enum(["a", "b"])],
  ["transformed", z.string().transform((text) => text.length)],
  ["piped", z.string().pipe(z.string())],
  ["prefault", z.string().prefault("a")],
  ["catch", z.string().catch("a")],
  ["array", z.array(z.string())],
  ["object", z.object({})],
  ["union", z.union([z.string(), z.number()])],
];

test.each(KNOWN)("takes by itself what the schema gives back as it is: %s", (_, schema) => {
  const passes = quickCheck(schema);
  for (const value of VALUES) {
    const { success, data } = schema.safeParse(value);
    expect(passes?.(value), String(value)).toBe(success && data === value && value !== undefined);
  }
});

test.each(UNKNOWN)("leaves to the schema what it does not know: %s", (_, schema) => {
  expect(quickCheck(schema)).toBeUndefined();
});
