import { expect, test } from "vitest";
import { z } from "zod";
import { hasChecks, schemaFormats } from "./formats.js";

test.each<[name: string, schema: z.ZodType, formats: string[], has: boolean]>([
  ["a string", z.string(), [], false],
  ["a format", z.email(), ["email"], false],
  ["a format as a check", z.string().email(), ["email"], true],
  ["a format with a check", z.email().max(9), ["email"], true],
  ["an integer", z.int(), ["safeint"], false],
  ["an integer as a check", z.number().int(), ["safeint"], true],
  ["both", z.int32().int(), ["int32", "safeint"], true],
  ["a check without a format", z.string().min(1), [], true],
  ["an object", z.object({}), [], false],
])("%s", (_name, schema, formats, has) => {
  expect(schemaFormats(schema)).toEqual(formats);
  expect(hasChecks(schema)).toBe(has);
});
