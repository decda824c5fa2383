import { describe, expect, test } from "vitest";
import { z } from "zod";
import { mayBe } from "./may-be.js";
import type { UnionNode } from "./node.js";
import { schemaNode } from "./schema-node.js";
import { chooseOption, UnionChoices } from "./union-choices.js";

const choose = (schema: z.core.$ZodType, value: unknown, choices = new UnionChoices()) =>
  chooseOption(schemaNode(schema, "output") as UnionNode)(value, choices);

const date = new Date(7);
const a = z.object({ k: z.literal("a"), n: z.int() });
const b = z.object({ k: z.literal("b"), n: z.int() });

describe("the option of an output value is the first that Zod takes", () => {
  test.each<[name: string, schema: z.core.$ZodType, value: unknown, place: number | undefined]>([
    ["by its type", z.union([z.string(), z.int(), z.date()]), date, 2],
    ["by its type, where others come first", z.union([z.date(), z.string()]), "a", 1],
    ["by its tag", z.union([a, b]), { k: "b", n: 1 }, 1],
    ["by its tag, though it does not fit", z.union([a, b]), { k: "b", n: "wrong" }, 1],
    ["with a tag that no option has", z.union([a, b]), { k: "c" }, undefined],
    ["without the tag", z.union([a, b]), {}, undefined],
    ["by its type, beside tagged objects", z.union([a, z.string(), b, z.null()]), null, 3],
    ["that is a Date, beside tagged objects", z.union([a, z.date(), b]), date, 1],
    [
      "that is a Date, which may be an object",
      z.union([z.object({ k: z.literal("a").optional() }), z.date(), b]),
      date,
      0,
    ],
    ["that no option takes", z.union([z.string(), z.int()]), true, undefined],
    ["by a required member", z.union([z.object({ x: z.int() }), z.object({ y: z.int() })]), { y: 1 }, 1],
    [
      "by a literal member",
      z.union([a.extend({ v: z.literal(1) }), a.extend({ v: z.literal(2) })]),
      { k: "a", n: 1, v: 2 },
      1,
    ],
    ["by a check", z.union([z.string().max(1), z.string().min(2)]), "ab", 1],
    ["by what is inside", z.union([z.array(z.int()), z.array(z.string())]), ["a"], 1],
    [
      "where several fit",
      z.union([z.object({ x: z.int().optional() }), z.object({ y: z.int().optional() })]),
      { y: 1 },
      0,
    ],
    ["where several may fit and none does", z.union([z.string().max(1), z.string().min(3)]), "ab", undefined],
    ["of a strict object", z.union([z.strictObject({}), z.object({ x: z.int() })]), { x: 1 }, 1],
    ["of a union in a union", z.union([z.union([z.string().max(1), z.null()]), z.string()]), "ab", 1],
    ["of a discriminated union", z.discriminatedUnion("k", [a, b]), { k: "b", n: 1 }, 1],
    ["of an exclusive union", z.xor([z.string().max(1), z.string().min(2)]), "ab", 1],
    ["of an exclusive union, before others", z.xor([z.string().max(1), z.string().min(2), z.string().min(3)]), "a", 0],
    ["of an exclusive union that takes none", z.xor([z.string().max(5), z.string().min(2)]), "abc", undefined],
    [
      "with an asynchronous check, which cannot be waited for",
      z.union([z.string().refine(async () => false), z.string()]),
      "a",
      1,
    ],
    [
      "with asynchronous checks alone",
      z.union([z.string().refine(async () => false), z.string().refine(async () => true)]),
      "a",
      0,
    ],
    [
      "with an asynchronous check behind an option that takes it",
      z.union([z.string(), z.string().refine(async () => false)]),
      "a",
      0,
    ],
    ["of a transform", z.union([z.string().transform(Number), z.int()]), 7, 0],
    ["of a default", z.union([z.string().default("a"), z.undefined()]), undefined, 1],
    [
      "of a default of what may be undefined",
      z.union([z.string().optional().default("a"), z.string().optional(), z.any()]),
      undefined,
      1,
    ],
    [
      "whose other members an intersection may declare",
      z.union([z.strictObject({ a: z.int().optional() }), z.strictObject({ a: z.string().optional() })]),
      { a: "a", b: 1 },
      1,
    ],
    [
      "where several options would leave members out",
      z.union([z.strictObject({ a: z.int().optional() }), z.strictObject({ b: z.string().optional() })]),
      { a: 1, b: "b" },
      undefined,
    ],
  ])("%s", (_name, schema, value, place) => {
    expect(choose(schema, value)).toBe(place);
  });

  test("and what a check throws is thrown", () => {
    const broken = z.string().refine(() => {
      throw new Error("The check is broken.");
    });
    expect(() => choose(z.union([broken, z.string()]), "a")).toThrow("The check is broken.");
  });

  test("Zod judges once about a value and what it contains", () => {
    let calls = 0;
    const counted = z.int().refine(() => {
      calls++;
      return true;
    });
    const inner = z.union([z.object({ x: counted.optional() }), z.object({ y: z.int().optional() })]);
    const outer = z.union([z.object({ inner }), z.object({ inner, z: z.int().optional() })]);
    const value = { inner: { x: 1 } };
    const choices = new UnionChoices();
    expect([choose(outer, value, choices), choose(inner, value.inner, choices)]).toEqual([0, 0]);
    expect(choose(inner, value.inner, choices)).toBe(0);
    expect(calls).toBe(1);
  });

  test("Zod is not asked where the outside of a value tells", () => {
    const never = () => {
      throw new Error("called");
    };
    const schema = z.union([
      z.string().refine(never),
      z.object({ x: z.int() }).refine(never),
      z.object({ y: z.int() }),
    ]);
    expect([choose(schema, "a"), choose(schema, { x: 1 }), choose(schema, { y: 1 })]).toEqual([0, 1, 2]);
  });

  test("Zod is not asked where a tag tells, which is in no common place", () => {
    const never = () => {
      throw new Error("called");
    };
    const [left, right] = [z.intersection(z.object({}), a), z.intersection(z.object({}), b)];
    const schema = z.union([left.refine(never), right.refine(never)]);
    expect([choose(schema, { k: "a", n: 1 }), choose(schema, { k: "b", n: 1 })]).toEqual([0, 1]);
  });

  test("each value has a verdict of its own", () => {
    const schema = z.union([z.object({ x: z.int().max(1) }), z.object({ x: z.int() })]);
    const choices = new UnionChoices();
    expect([{ x: 1 }, { x: 2 }, { x: 1 }].map((value) => choose(schema, value, choices))).toEqual([0, 1, 0]);
  });

  test("what is made of a value is made once for each node", () => {
    const [one, other] = [schemaNode(a, "output"), schemaNode(b, "output")];
    const choices = new UnionChoices();
    const made: string[] = [];
    const once = (node: typeof one, value: unknown, name: string) =>
      choices.once(node, value, () => {
        made.push(name);
        return name === "nothing" ? undefined : name;
      });
    const value = {};
    expect([once(one, value, "a"), once(one, value, "b"), once(other, value, "c"), once(one, {}, "d")]).toEqual([
      "a",
      "a",
      "c",
      "d",
    ]);
    expect([once(other, 1, "nothing"), once(other, 1, "e")]).toEqual([undefined, undefined]);
    expect(made).toEqual(["a", "c", "d", "nothing"]);
  });
});

const self: z.ZodType = z.lazy(() => self);
class Point {}

describe("what a value may be, by its outside", () => {
  test.each<[name: string, schema: z.core.$ZodType, fits: unknown[], others: unknown[]]>([
    ["a string", z.string().min(3), ["", "a"], [1, null, undefined, {}]],
    ["a boolean", z.boolean(), [true, false], ["true", 0]],
    ["a bigint", z.bigint(), [1n], [1, "1"]],
    ["undefined", z.undefined(), [undefined], [null, ""]],
    ["a number", z.number(), [0, -1.5], [Number.NaN, Number.POSITIVE_INFINITY, "1", 1n]],
    ["NaN", z.nan(), [Number.NaN], [0, "NaN"]],
    ["a date", z.date(), [date, new Date(Number.NaN)], [date.toJSON(), 7]],
    ["null", z.null(), [null], [undefined, 0]],
    ["a literal", z.literal(["a", 1]), ["a", 1], ["b", "1"]],
    ["a class", z.instanceof(Point), [new Point()], [{}, null]],
    ["never", z.never(), [], [undefined, {}]],
    ["what JSON cannot carry", z.symbol(), [], [Symbol("a"), "a"]],
    ["any", z.any(), [undefined, null, {}], []],
    ["a list", z.array(z.string()), [[], [1]], [{}, new Set(), "a"]],
    ["a tuple", z.tuple([z.string(), z.string()]), [[], ["a"], [1, 2]], [[1, 2, 3], {}]],
    ["a tuple with a rest", z.tuple([z.string()], z.string()), [[], [1, 2, 3]], [{}]],
    ["a set", z.set(z.string()), [new Set([1])], [[], new Map()]],
    ["a map", z.map(z.string(), z.string()), [new Map()], [[], new Set(), {}]],
    ["a record", z.record(z.string(), z.string()), [{}, { a: 1 }], [[], null, "a"]],
    [
      "an object",
      z.object({ x: z.string(), y: z.string().optional() }),
      [{ x: 1 }, { x: "a", z: 1 }],
      [{}, { y: "a" }, { x: undefined }, [], null, "a"],
    ],
    ["an object with a literal", z.object({ k: z.lazy(() => z.literal("a")) }), [{ k: "a" }], [{ k: "b" }, {}]],
    ["a nullable", z.string().nullable(), [null, "a"], [undefined, 1]],
    ["an optional", z.string().optional(), [undefined, "a"], [null, 1]],
    ["a nonoptional", z.string().optional().nonoptional(), ["a"], [undefined, null]],
    ["a default", z.string().default("a"), ["a"], [undefined]],
    ["a catch", z.string().catch("a"), ["a"], [1]],
    ["an alias", z.lazy(() => z.string()), ["a"], [1]],
    ["a schema that is nothing but itself", self, [1, undefined], []],
    ["a union", z.union([z.string(), z.union([z.int(), z.null()])]), ["a", 1, null], [undefined, true]],
    ["an intersection", z.intersection(z.object({ x: z.any().nonoptional() }), z.object({})), [{ x: 1 }], ["a", null]],
  ])("%s", (_name, schema, fits, others) => {
    const test = mayBe(schemaNode(schema, "output"), "output");
    expect(fits.filter((value) => !test(value))).toEqual([]);
    expect(others.filter((value) => test(value))).toEqual([]);
  });

  test("on the input side, a catch takes any value", () => {
    expect(mayBe(schemaNode(z.string().catch("a"), "input"), "exact")(1)).toBe(true);
  });

  test("never refuses what Zod takes", () => {
    const tree: z.ZodType = z.union([z.object({ next: z.lazy(() => tree) }), z.null(), z.lazy(() => tree)]);
    const test = mayBe(schemaNode(tree, "output"), "output");
    expect([test(null), test({ next: null }), test({ next: 1 })]).toEqual([true, true, true]);
  });
});
