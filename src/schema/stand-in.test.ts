import { describe, expect, test } from "vitest";
import { z } from "zod";
import { standIn, standInReplacer } from "./stand-in.js";

const real = z.int32().min(0);
const replace = standInReplacer((name) => (name === "users" ? real : z.never()));
const users = () => standIn(z.int(), "users");

const HOLDERS: readonly [name: string, schema: z.ZodType][] = [
  ["itself", users()],
  ["optional", users().optional()],
  ["nullish", users().nullish()],
  ["default", users().default(3)],
  ["prefault", users().prefault(3)],
  ["readonly", users().readonly()],
  ["readonly nullable", users().nullable().readonly()],
  ["nonoptional", users().optional().nonoptional()],
  ["array", z.array(users())],
  ["optional array of wrappers", z.array(users().readonly()).optional()],
  ["refined", users().refine((id) => id !== 5, "Not 5.")],
  ["with a description", users().describe("Who.")],
];

describe.each(HOLDERS)("a stand-in: %s", (_, schema) => {
  const wrap = (value: number) => (schema.safeParse([1]).success ? [value] : value);

  test("parses as its first schema until it is replaced, and then as the real one", () => {
    const replaced = replace(schema);
    for (const value of [2 ** 31, -1]) {
      expect(schema.safeParse(wrap(value)).success).toBe(true);
      expect(replaced.safeParse(wrap(value)).success).toBe(false);
    }
    expect(replaced.parse(wrap(7))).toEqual(wrap(7));
  });
});

test("keeps checks, and what .meta() says", () => {
  const schema = users()
    .refine((id) => id !== 5, "Not 5.")
    .meta({ title: "Author" });
  const replaced = replace(schema);
  expect(replaced.safeParse(5).error?.issues[0]?.message).toBe("Not 5.");
  expect(replaced.meta()).toEqual({ title: "Author" });
  expect(replace(schema.optional().describe("Whose.")).description).toBe("Whose.");
});

test("calls a default's function each time", () => {
  let calls = 0;
  const replaced = replace(users().default(() => ++calls));
  const before = calls;
  expect([replaced.parse(undefined), replaced.parse(undefined)]).toEqual([before + 1, before + 2]);
});

test("a schema without a stand-in stays the same object, and a shared one stays shared", () => {
  for (const schema of [z.string(), z.int().optional(), z.array(z.int()), z.date().default(new Date(0))]) {
    expect(replace(schema)).toBe(schema);
  }
  const shared = users().optional();
  expect(replace(shared)).toBe(replace(shared));
});
