import { expect, test } from "vitest";
import { z } from "zod";
import { givesAbsence, isBareOptional, mayGiveUndefined, takesAbsence } from "./presence.js";

const text = z.string();

test.each<[name: string, schema: z.ZodType, takes: boolean, gives: boolean, isBare: boolean]>([
  ["a string", text, false, false, false],
  ["a nullable", text.nullable(), false, false, false],
  ["an optional", text.optional(), true, true, true],
  ["an optional nullable", text.nullish(), true, true, true],
  ["a nullable of an optional", text.optional().nullable(), true, true, false],
  ["a default", text.default("a"), true, false, false],
  ["an optional of a default", text.default("a").optional(), true, true, false],
  ["a prefault", text.prefault("a"), true, false, false],
  ["a catch", text.catch("a"), true, false, false],
  ["a nonoptional", text.optional().nonoptional(), false, false, false],
  ["a readonly optional", text.optional().readonly(), true, true, false],
])("%s", (_name, schema, takes, gives, isBare) => {
  expect([takesAbsence(schema), givesAbsence(schema), isBareOptional(schema)]).toEqual([takes, gives, isBare]);
});

test.each<[name: string, schema: z.ZodType, mayGive: boolean]>([
  ["a string", text, false],
  ["an optional", text.optional(), true],
  ["a default of an optional", text.optional().default("a"), false],
  ["undefined", z.undefined(), true],
  ["a literal undefined", z.literal(["a", undefined]), true],
  ["a union with void", z.union([text, z.void()]), true],
  ["any value", z.unknown(), true],
  ["a transform", text.transform(Number), true],
])("whether a response may leave it out: %s", (_name, schema, mayGive) => {
  expect(mayGiveUndefined(schema)).toBe(mayGive);
});
