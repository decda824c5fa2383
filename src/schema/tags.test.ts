import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Side, UnionNode } from "./node.js";
import { schemaNode } from "./schema-node.js";
import { isObjectToZod, isTagged, tagTable } from "./tags.js";

function table(schema: z.core.$ZodType, side: Side = "input") {
  const found = tagTable(schemaNode(schema, side) as UnionNode, side);
  return (
    found && {
      key: found.key,
      options: Object.fromEntries([...found.optionOf].map(([value, place]) => [`${String(value)}`, place])),
    }
  );
}

const a = z.object({ k: z.literal("a"), n: z.int() });
const b = z.object({ n: z.int(), k: z.enum(["b", "c"]) });
const ab = { key: "k", options: { a: 0, b: 1, c: 1 } };
const self: z.ZodType = z.lazy(() => self);

describe("a tag is found", () => {
  test.each<[name: string, schema: z.core.$ZodType, found: ReturnType<typeof table>]>([
    ["in plain objects", z.union([a, b]), ab],
    ["behind wrappers", z.union([a.nullable(), b.readonly().optional()]), ab],
    ["behind a lazy", z.union([z.lazy(() => a), b]), ab],
    ["behind a default", z.union([a.default({ k: "a", n: 1 }), b.optional().nonoptional()]), ab],
    ["on the input of a pipe", z.union([a.transform(String), b]), ab],
    [
      "beside values that are no objects",
      z.union([z.string(), a, z.null(), b, z.date(), z.array(a), z.set(a)]),
      { key: "k", options: { a: 1, b: 3, c: 3 } },
    ],
    [
      "beside tuples, maps, literals and never",
      z.union([z.tuple([a]), z.map(a, a), z.literal(1), z.never(), a, b]),
      { key: "k", options: { a: 4, b: 5, c: 5 } },
    ],
    [
      "in unions of unions",
      z.union([z.union([a, z.object({ k: z.literal("d") })]), b]),
      { key: "k", options: { a: 0, d: 0, b: 1, c: 1 } },
    ],
    ["in a union with null", z.union([z.union([z.null(), a]), z.union([b, z.string()])]), ab],
    [
      "in either side of an intersection",
      z.union([z.intersection(a, z.object({})), z.intersection(z.object({}), b)]),
      ab,
    ],
    [
      "that is a number or its text",
      z.union([z.object({ k: z.literal(1) }), z.object({ k: z.literal("2") })]),
      { key: "k", options: { "1": 0, "2": 1 } },
    ],
    ["in an intersection with any value", z.union([a, z.intersection(b, z.any())]), ab],
    [
      "beside an intersection that takes no object",
      z.union([a, z.intersection(z.string(), z.any()), z.intersection(z.any(), z.int()), b]),
      { key: "k", options: { a: 0, b: 3, c: 3 } },
    ],
    [
      "that may be null or missing",
      z.union([z.object({ k: z.literal("a").nullish() }), b]),
      { key: "k", options: { a: 0, null: 0, undefined: 0, b: 1, c: 1 } },
    ],
    [
      "that is null or undefined",
      z.union([z.object({ k: z.null() }), z.object({ k: z.undefined() }), b]),
      { key: "k", options: { null: 0, undefined: 1, b: 2, c: 2 } },
    ],
    [
      "that is a union of literals",
      z.union([z.object({ k: z.union([z.literal("a"), z.null()]) }), b]),
      { key: "k", options: { a: 0, null: 0, b: 1, c: 1 } },
    ],
    [
      "that is a wrapped literal",
      z.union([
        z.object({ k: z.lazy(() => z.literal("a")).readonly() }),
        z.object({ k: z.literal("b").optional().nonoptional() }),
      ]),
      { key: "k", options: { a: 0, b: 1, undefined: 1 } },
    ],
    [
      "behind another literal that all share",
      z.union([a.extend({ v: z.literal(1) }), b.extend({ v: z.literal(1) })]),
      ab,
    ],
    ["behind a literal that only one has", z.union([z.object({ x: z.literal(1) }).extend(a.shape), b]), ab],
    ["in a union of one option", z.union([a]), { key: "k", options: { a: 0 } }],
    [
      "that is declared, before one that is not",
      z.discriminatedUnion("j", [
        z.object({ k: z.literal("a"), j: z.literal(1) }),
        z.object({ k: z.literal("b"), j: z.literal(2) }),
      ]),
      { key: "j", options: { "1": 0, "2": 1 } },
    ],
  ])("%s", (_name, schema, found) => {
    expect(table(schema)).toEqual(found);
  });

  test("that is a number in one option, and its text in another", () => {
    const schema = z.union([z.object({ k: z.literal(1) }), z.object({ k: z.literal("1") })]);
    expect([...(tagTable(schemaNode(schema, "input") as UnionNode, "input")?.optionOf ?? [])]).toEqual([
      [1, 0],
      ["1", 1],
    ]);
  });

  test("with the text of a bigint, which JSON has, on the input side only", () => {
    const schema = z.union([z.object({ k: z.literal([1n, "x"]) }), z.object({ k: z.literal(2n) })]);
    const values = (side: Side) => [...(tagTable(schemaNode(schema, side) as UnionNode, side)?.optionOf ?? [])];
    expect(values("input")).toEqual([
      [1n, 0],
      ["x", 0],
      ["1", 0],
      [2n, 1],
      ["2", 1],
    ]);
    expect(values("output")).toEqual([
      [1n, 0],
      ["x", 0],
      [2n, 1],
    ]);
  });

  test("on the output side of a pipe and of a default", () => {
    const schema = z.union([
      z
        .string()
        .transform(() => ({}))
        .pipe(a as never),
      b.default({ n: 1, k: "b" }),
      z.object({ k: z.literal("d").catch("d") }),
    ]);
    expect(table(schema, "output")).toEqual({ key: "k", options: { a: 0, b: 1, c: 1, d: 2 } });
  });
});

describe("there is not a tag", () => {
  test.each<[name: string, schema: z.core.$ZodType]>([
    ["without objects", z.union([z.string(), z.int()])],
    ["without literals", z.union([z.object({ n: z.int() }), z.object({ n: z.string() })])],
    ["where options share a value", z.union([a, z.object({ k: z.literal("a") })])],
    [
      "where options may both be without it",
      z.union([z.object({ k: z.literal("a").optional() }), z.object({ k: z.literal("b").optional() })]),
    ],
    ["where one object is without it", z.union([a, b, z.object({ n: z.int() })])],
    ["beside a record", z.union([a, b, z.record(z.string(), z.any())])],
    ["beside any value", z.union([a, b, z.any()])],
    ["beside a custom value", z.union([a, b, z.custom()])],
    ["beside a class", z.union([a, b, z.instanceof(URL)])],
    ["beside a catch", z.union([a, b.catch({ n: 1, k: "b" })])],
    ["beside what JSON cannot carry", z.union([a, b, z.symbol()])],
    ["beside a coerced value", z.union([a, b, z.coerce.string()])],
    ["beside a schema that is nothing but itself", z.union([a, b, self])],
    ["in a union with a record", z.union([a, z.union([b, z.record(z.string(), z.any())])])],
    ["where it is a literal or any text", z.union([z.object({ k: z.union([z.literal("a"), z.string()]) }), b])],
    ["where it is a catch", z.union([z.object({ k: z.literal("a").catch("a") }), b])],
    ["where it contains itself", z.union([z.object({ k: self }), b])],
    ["where a text is also a bigint's", z.union([z.object({ k: z.literal(1n) }), z.object({ k: z.literal("1") })])],
  ])("%s", (_name, schema) => {
    expect(table(schema)).toBeUndefined();
  });
});

test("on the output side, a coerced value is none but its own type", () => {
  expect(table(z.union([a, b, z.coerce.string()]), "output")).toEqual({ ...ab });
});

test("what Zod may take for an object", () => {
  for (const value of [{}, new Date(), new Set(), new Map(), new URL("a:b")]) expect(isObjectToZod(value)).toBe(true);
  for (const value of [null, undefined, "a", 1, [], () => 1]) expect(isObjectToZod(value)).toBe(false);
});

test("what a tag may be read from", () => {
  for (const value of [{}, Object.create(null), new URL("a:b")]) expect(isTagged(value)).toBe(true);
  for (const value of [null, "a", [], new Date(), new Set(), new Map()]) expect(isTagged(value)).toBe(false);
});
