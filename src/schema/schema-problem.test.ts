import { expect, test } from "vitest";
import { z } from "zod";
import { schemaProblem } from "./schema-problem.js";

const symbol = z.symbol();
interface Tree {
  children: Tree[];
}
const tree: z.ZodType<Tree> = z.object({ children: z.array(z.lazy(() => tree)) });
const twice: z.ZodType = z.lazy(() => z.pipe(z.object({ a: twice.optional() }), z.object({ a: twice.optional() })));
const inputOnly: z.ZodType = z.lazy(() => z.object({ a: inputOnly.optional() }).transform(String).pipe(z.string()));
const outputOnly: z.ZodType = z.lazy(() =>
  z
    .string()
    .transform(() => ({}))
    .pipe(z.object({ a: outputOnly.optional() })),
);
const beside: z.ZodType = z.lazy(() => z.object({ a: beside.optional(), b: z.pipe(z.string(), z.string()) }));

test.each<[name: string, schema: z.ZodType]>([
  ["plain values", z.object({ a: z.string(), b: z.array(z.date()) })],
  ["a schema that contains itself", tree],
  ["a pipe", z.string().pipe(z.string())],
  ["a pipe whose input contains it", inputOnly],
  ["a pipe in a schema that contains itself", beside],
  ["a pipe of schemas that contain themselves", z.pipe(tree, tree as z.ZodType<Tree, Tree>)],
  ["a class", z.instanceof(URL)],
])("can be sent: %s", (_name, schema) => {
  expect(schemaProblem(schema)).toBeUndefined();
});

test.each<[name: string, schema: z.ZodType, problem: string]>([
  ["symbol", z.symbol(), "contains a z.symbol(), which JSON cannot carry"],
  ["file", z.object({ a: z.file() }), "contains a z.file() at a, which JSON cannot carry"],
  [
    "promise",
    z.object({ a: z.object({ b: z.array(z.promise(z.string())) }) }),
    "contains a z.promise() at a.b, which JSON cannot carry",
  ],
  [
    "one schema in two places, by the shortest way",
    z.object({ a: z.object({ c: z.object({ d: symbol }) }), b: z.union([symbol, z.string()]) }),
    "contains a z.symbol() at b, which JSON cannot carry",
  ],
  [
    "symbol behind a lazy",
    z.object({ a: tree, z: z.lazy(() => z.symbol()).nullable() }),
    "contains a z.symbol() at z, which JSON cannot carry",
  ],
  [
    "output",
    z.object({
      a: z
        .string()
        .transform(String as never)
        .pipe(z.symbol()),
    }),
    "contains a z.symbol() at a, which JSON cannot carry",
  ],
  [
    "a pipe",
    z.array(twice),
    "contains a pipe whose two sides both contain the pipe, so that parsing takes exponential time",
  ],
])("cannot be sent: %s", (_name, schema, problem) => {
  expect(schemaProblem(schema)).toBe(problem);
});

test("a pipe whose output contains it can be sent", () => {
  expect(schemaProblem(outputOnly)).toBeUndefined();
});
