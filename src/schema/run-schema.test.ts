import { expect, test } from "vitest";
import { z } from "zod";
import { mayWait } from "./run-schema.js";

const passes = () => true;
const tree: z.ZodType = z.object({ children: z.array(z.lazy(() => tree)), name: z.string().refine(passes) });
const plainTree: z.ZodType = z.object({ children: z.array(z.lazy(() => plainTree)), name: z.string().min(1) });

test.each<[name: string, schema: z.ZodType]>([
  ["a check of the application", z.string().refine(passes)],
  ["such a check behind another", z.string().min(1).refine(passes)],
  ["such a check before another", z.string().refine(passes).min(1)],
  ["a transform", z.string().transform((text) => text)],
  ["a transform before a schema", z.preprocess((value) => value, z.string())],
  ["a codec", z.codec(z.string(), z.string(), { decode: (text) => text, encode: (text) => text })],
  ["a custom schema", z.custom(passes)],
  ["a pipe to a schema with such a check", z.string().pipe(z.string().refine(passes))],
  ["a part with such a check", z.object({ a: z.array(z.string().refine(passes)) })],
  ["itself and such a check", tree],
])("a schema may wait if it has %s", (_name, schema) => {
  expect([mayWait(schema), mayWait(schema)]).toEqual([true, true]);
});

test.each<[name: string, schema: z.ZodType]>([
  ["a check of Zod", z.string().min(1)],
  ["two of them", z.string().min(1).max(2)],
  ["nothing", z.object({ a: z.date().nullable() })],
  ["a class", z.instanceof(URL)],
  ["a pipe to a schema that does not", z.string().pipe(z.string().min(1))],
  ["itself", plainTree],
])("a schema does not wait if it has only %s", (_name, schema) => {
  expect([mayWait(schema), mayWait(schema)]).toEqual([false, false]);
});
