import { describe, expect, test } from "vitest";
import { z } from "zod";
import { outputSchema } from "./output-schema.js";

const transform = z.string().transform(Number);

describe("what a schema gives is judged", () => {
  const schemas = {
    string: z.string(),
    nullable: z.string().nullable(),
    object: z.object({ a: z.array(z.int()) }),
    record: z.record(z.string(), z.int()),
    tuple: z.tuple([z.int()], z.string()),
    union: z.union([z.int(), z.string()]),
    intersection: z.intersection(z.object({}), z.object({})),
    "an object with an accessor": z.object({
      get next() {
        return z.int();
      },
    }),
  };
  test.each(Object.entries(schemas))("by itself: %s", (_name, schema) => {
    expect(outputSchema(schema)).toBe(schema);
  });

  test("by the last of what it passes through", () => {
    const last = z.number().max(3);
    expect(outputSchema(transform.pipe(last))).toBe(last);
    expect(outputSchema(z.string().pipe(transform.pipe(last)))).toBe(last);
  });

  const deep: Record<string, z.ZodType> = {
    transform,
    nullable: transform.nullable(),
    array: z.array(transform),
    "a member": z.object({ a: z.int(), b: transform }),
    catchall: z.object({}).catchall(transform),
    item: z.tuple([transform]),
    rest: z.tuple([z.int()], transform),
    key: z.map(transform, z.int()),
    value: z.record(z.string(), transform),
    option: z.union([z.int(), transform]),
    left: z.intersection(transform, z.int()),
    right: z.intersection(z.int(), transform),
    lazy: z.lazy(() => transform),
    pipe: z.array(z.string().pipe(z.string())),
  };
  test.each(Object.entries(deep))("by nothing, where it changes values on the way: %s", (_name, schema) => {
    expect(outputSchema(schema).safeParse(Symbol("anything")).success).toBe(true);
  });

  test("although it holds itself", () => {
    const tree: z.ZodType = z.lazy(() => z.object({ children: z.array(tree) }));
    expect(outputSchema(tree)).toBe(tree);
    const changing: z.ZodType = z.lazy(() => z.object({ children: z.array(changing), size: transform }));
    expect(outputSchema(changing)).not.toBe(changing);
  });
});
