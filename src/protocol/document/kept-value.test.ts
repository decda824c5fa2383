import superjson from "superjson";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { schemaNode } from "../../schema/schema-node.js";
import { keeperOf } from "./kept-value.js";
import { ValueMismatch } from "./row-error.js";

const keep = (schema: z.core.$ZodType, value: unknown) => keeperOf(schemaNode(schema, "output"))(value);

function misfit(schema: z.core.$ZodType, value: unknown): ValueMismatch {
  try {
    keep(schema, value);
  } catch (error) {
    if (error instanceof ValueMismatch) return error;
    throw error;
  }
  throw new Error("The value was kept.");
}

const at = new Date(7);
const named = z.object({ name: z.string() });
const secret = { name: "a", secret: 1 };
class Point {
  constructor(readonly x = 1) {}
}
interface Tree {
  name: string;
  children: Tree[];
}
const tree: z.ZodType<Tree> = z.object({ name: z.string(), children: z.array(z.lazy(() => tree)) });

describe("what leaves is what its schema declares", () => {
  test.each<[name: string, schema: z.core.$ZodType, value: unknown, kept: unknown]>([
    ["an object", named, secret, { name: "a" }],
    ["an object in a list", z.array(named), [secret], [{ name: "a" }]],
    ["in a tuple", z.tuple([named]), [secret], [{ name: "a" }]],
    [
      "in the rest of a tuple",
      z.tuple([z.string()], named),
      ["a", secret, secret],
      ["a", { name: "a" }, { name: "a" }],
    ],
    ["in a set", z.set(named), new Set([secret]), new Set([{ name: "a" }])],
    ["in a map", z.map(named, named), new Map([[secret, secret]]), new Map([[{ name: "a" }, { name: "a" }]])],
    ["in a record", z.record(z.string(), named), { b: secret }, { b: { name: "a" } }],
    ["in a catchall", z.object({}).catchall(named), { b: secret }, { b: { name: "a" } }],
    ["in a nullable", named.nullable(), secret, { name: "a" }],
    ["in an optional", named.optional(), secret, { name: "a" }],
    ["in a nonoptional", named.optional().nonoptional(), secret, { name: "a" }],
    ["in a default", named.optional().default({ name: "b" }), secret, { name: "a" }],
    ["in a catch", named.catch({ name: "b" }), secret, { name: "a" }],
    ["in a readonly", named.readonly(), secret, { name: "a" }],
    ["in a lazy", z.lazy(() => named), secret, { name: "a" }],
    ["after a pipe", z.unknown().pipe(named), secret, { name: "a" }],
    ["in a union", z.union([z.string(), named]), secret, { name: "a" }],
    [
      "in both sides of an intersection",
      z.intersection(named, z.object({ at: z.date() })),
      { ...secret, at },
      { name: "a", at },
    ],
    [
      "deeper in an intersection",
      z.intersection(z.object({ in: named }), z.object({ in: z.object({ at: z.date() }) })),
      { in: { ...secret, at } },
      { in: { name: "a", at } },
    ],
    [
      "at any depth",
      tree,
      { ...secret, children: [{ ...secret, children: [] }] },
      { name: "a", children: [{ name: "a", children: [] }] },
    ],
    ["a strict object", z.strictObject({ name: z.string() }), secret, { name: "a" }],
    ["a loose object", z.looseObject({ name: z.string() }), secret, secret],
    ["a record with keys", z.record(z.enum(["a", "b"]), z.int()), { a: 1, b: 2, c: 3 }, { a: 1, b: 2 }],
    ["a record with number keys", z.record(z.number(), z.int()), { 1: 1, 2.5: 2 }, { 1: 1, 2.5: 2 }],
    ["a record with checked keys", z.record(z.string().min(2), z.int()), { ab: 1 }, { ab: 1 }],
    ["a record with a format of keys", z.record(z.email(), z.int()), { "a@b.example": 1 }, { "a@b.example": 1 }],
    [
      "a loose record with a pattern",
      z.looseRecord(z.string().regex(/^a/), z.int()),
      { a: 1, b: "x" },
      { a: 1, b: "x" },
    ],
    ["a loose record with keys", z.looseRecord(z.enum(["a"]), z.int()), { a: 1, b: "x" }, { a: 1, b: "x" }],
    ["a partial record", z.partialRecord(z.enum(["a", "b"]), z.int()), { a: 1 }, { a: 1 }],
    ["any", z.any(), secret, secret],
    ["nothing of an empty object", z.object({}), secret, {}],
    ["no absent member", z.object({ a: z.string().optional(), b: z.any() }), {}, {}],
    ["a null member", z.object({ a: z.string().nullable() }), { a: null }, { a: null }],
    ["no item that is left out", z.tuple([z.string(), z.string().optional()]), ["a"], ["a"]],
    ["no item of a union that may be missing", z.tuple([z.union([z.string().optional()])]), [], []],
    ["a prefault of what may be undefined", z.string().optional().prefault("a"), undefined, undefined],
    [
      "a map whose key has a member toString",
      z.map(z.object({}), z.string()),
      new Map([[{ toString: "a" }, "a"]]),
      new Map([[{}, "a"]]),
    ],
    [
      "a member that the other side of an intersection declares",
      z.intersection(
        z.object({ b: z.int() }),
        z.union([z.strictObject({ a: z.int().optional() }), z.strictObject({ a: z.string().optional() })]),
      ),
      { a: "a", b: 1 },
      { a: "a", b: 1 },
    ],
    ["an undefined item", z.tuple([z.string().optional(), z.string()]), [undefined, "a"], [undefined, "a"]],
    ["an undefined element", z.array(z.string().optional()), Array(1), [undefined]],
    ["undefined", z.undefined(), undefined, undefined],
    ["never, where nothing is", z.object({ a: z.never().optional() }), {}, {}],
    ["a literal", z.literal([1n, "a"]), 1n, 1n],
    ["NaN", z.nan(), Number.NaN, Number.NaN],
    ["a URL", z.instanceof(URL), new URL("a:b"), new URL("a:b")],
    ["an Error", z.instanceof(Error), new Error("a"), new Error("a")],
    ["a typed array of a custom schema", z.custom(), new Uint8Array([1]), new Uint8Array([1])],
    ["a list of a custom schema", z.custom(), [1], [1]],
    ["a text of a custom schema", z.custom(), "a", "a"],
    ["null of a custom schema", z.custom(), null, null],
  ])("%s", (_name, schema, value, kept) => {
    expect(keep(schema, value)).toStrictEqual(kept);
  });

  test("of an instance, what its accessors give", () => {
    class Row {
      get name() {
        return "a";
      }
    }
    expect(keep(named, new Row())).toStrictEqual({ name: "a" });
    expect(keep(z.object({ toString: z.string() }), { toString: "own" })).toStrictEqual({ toString: "own" });
    expect(keep(z.object({ toString: z.string().optional() }), {})).toStrictEqual({});
  });

  test("no member called __proto__", () => {
    const row = JSON.parse('{"__proto__":{"a":1},"b":1}');
    for (const schema of [
      z.looseObject({}),
      z.record(z.string(), z.any()),
      z.looseRecord(z.string().min(99), z.any()),
    ]) {
      expect(keep(schema, row)).toStrictEqual({ b: 1 });
      expect(Object.getPrototypeOf(keep(schema, row))).toBe(Object.prototype);
    }
  });

  test("the row is not changed", () => {
    const row = Object.freeze({ ...secret, list: Object.freeze([Object.freeze({ ...secret })]) });
    expect(keep(named.extend({ list: z.array(named) }), row)).toStrictEqual({ name: "a", list: [{ name: "a" }] });
  });

  test("a value of a class that superjson knows", () => {
    class Money {
      constructor(readonly cents: number) {}
    }
    superjson.registerCustom<Money, number>(
      {
        isApplicable: (value) => value instanceof Money,
        serialize: ({ cents }) => cents,
        deserialize: (cents) => new Money(cents),
      },
      "kept-value.test.money",
    );
    const money = new Money(5);
    expect(keep(z.instanceof(Money), money)).toBe(money);
  });
});

describe("what does not fit is refused, with its place", () => {
  test.each<[name: string, schema: z.core.$ZodType, value: unknown, expected: string, path: PropertyKey[]]>([
    ["a string", z.string(), 1, "a string", []],
    ["a boolean", z.boolean(), "true", "a boolean", []],
    ["a bigint", z.bigint(), 1, "a bigint", []],
    ["a number", z.number(), Number.POSITIVE_INFINITY, "a finite number", []],
    ["NaN", z.nan(), 1, "NaN", []],
    ["a date", z.date(), new Date(Number.NaN), "a valid Date", []],
    ["a date's text", z.date(), at.toJSON(), "a valid Date", []],
    ["null", z.null(), undefined, "null", []],
    ["undefined", z.undefined(), null, "undefined", []],
    ["never", z.never(), 1, "a value of z.never(), which has no values", []],
    ["a literal", z.literal(["a", 1n, null]), "b", 'one of "a", "1", null', []],
    ["a class", z.instanceof(Point), {}, "an instance of Point", []],
    [
      "a class that no client can revive",
      z.instanceof(Point),
      new Point(),
      "plain, or of a class that superjson knows (superjson.registerCustom)",
      [],
    ],
    [
      "an instance of a custom schema",
      z.custom(),
      new Point(),
      "plain, or of a class that superjson knows (superjson.registerCustom)",
      [],
    ],
    ["a nonoptional", z.string().optional().nonoptional(), undefined, "a string", []],
    ["an absent value", z.any().nonoptional(), undefined, "a value", []],
    ["a list", z.array(z.string()), new Set(), "an array", []],
    ["an element", z.array(z.string()), ["a", 1], "a string", [1]],
    ["a set", z.set(z.string()), ["a"], "a Set", []],
    ["a member of a set", z.set(z.string()), new Set(["a", 1]), "a string", [1]],
    ["a map", z.map(z.string(), z.int()), {}, "a Map", []],
    ["a key of a map", z.map(z.string(), z.int()), new Map([[1, 1]]), "a string", ["1"]],
    ["a value of a map", z.map(z.string(), z.int()), new Map([["a", "b"]]), "a finite number", ["a"]],
    ["a tuple", z.tuple([z.string()]), "a", "an array", []],
    ["a short tuple", z.tuple([z.string(), z.string()]), ["a"], "an array of 2 items", []],
    ["a long tuple", z.tuple([z.string()]), ["a", "b"], "an array of 1 items", []],
    ["a tuple with optional items", z.tuple([z.string(), z.string().optional()]), [], "an array of 1 to 2 items", []],
    ["an item", z.tuple([z.string(), z.int()]), ["a", "b"], "a finite number", [1]],
    ["an item of the rest", z.tuple([z.string()], z.int()), ["a", 1, "b"], "a finite number", [2]],
    ["an object", named, [], "an object", []],
    ["null as an object", named, null, "an object", []],
    ["a member", z.object({ a: named }), { a: { name: 1 } }, "a string", ["a", "name"]],
    ["a member that is missing", named, {}, "a string", ["name"]],
    ["an inherited member", z.object({ toString: z.string() }), {}, "a string", ["toString"]],
    ["a member of a catchall", z.object({}).catchall(z.int()), { a: "b" }, "a finite number", ["a"]],
    ["a record", z.record(z.string(), z.int()), [], "an object", []],
    ["a member of a record", z.record(z.string(), z.int()), { a: "b" }, "a finite number", ["a"]],
    [
      "a missing member of a record with keys",
      z.record(z.enum(["a", "b"]), z.int()),
      { a: 1 },
      "a finite number",
      ["b"],
    ],
    [
      "a key",
      z.record(z.string().min(2), z.int()),
      { a: 1 },
      'an object whose keys match their schema ("a" does not)',
      [],
    ],
    [
      "a key of a partial record",
      z.partialRecord(z.enum(["a"]), z.int()),
      { b: 1 },
      'an object whose keys match their schema ("b" does not)',
      [],
    ],
    [
      "a key that is not a number",
      z.record(z.number(), z.int()),
      { "01": 1 },
      'an object whose keys match their schema ("01" does not)',
      [],
    ],
    ["a union", z.union([z.string(), z.int()]), true, "a value that matches an option of its union", []],
    [
      "a member of an option",
      z.union([z.object({ k: z.literal("a"), n: z.int() }), z.object({ k: z.literal("b") })]),
      { k: "a", n: "1" },
      "a finite number",
      ["n"],
    ],
    [
      "one side of an intersection",
      z.intersection(named, z.object({ a: z.int() })),
      { name: "a" },
      "a finite number",
      ["a"],
    ],
    ["different sides of an intersection", z.intersection(z.array(z.string()), z.set(z.string())), ["a"], "a Set", []],
    [
      "sides that cannot be combined",
      z.intersection(z.set(z.string()), z.set(z.string())),
      new Set(["a"]),
      "a value that both sides of its intersection convert alike",
      [],
    ],
  ])("%s", (_name, schema, value, expected, path) => {
    const error = misfit(schema, value);
    expect(error.message).toContain(`not ${expected}`);
    expect(error.path).toEqual(path);
  });

  test("what a row throws is thrown as it is", () => {
    const broken = {
      get name(): string {
        throw new Error("The row is broken.");
      },
    };
    expect(() => keep(z.array(named), [broken])).toThrow(new Error("The row is broken."));
  });
});

test("what is learned of one row is not used for the next", () => {
  const schema = z.union([z.object({ n: z.int().max(1) }), z.object({ n: z.int(), all: z.array(z.int()) })]);
  const keeper = keeperOf(schemaNode(schema, "output"));
  const row = { n: 1, all: [1] };
  expect(keeper(row)).toEqual({ n: 1 });
  row.n = 2;
  expect(keeper(row)).toEqual({ n: 2, all: [1] });
  const both = keeperOf(schemaNode(z.intersection(named, named), "output"));
  const person = { name: "a" };
  expect(both(person)).toEqual({ name: "a" });
  person.name = "b";
  expect(both(person)).toEqual({ name: "b" });
});

test("one keeper serves many rows at once", () => {
  const keeper = keeperOf(schemaNode(tree, "output"));
  const row = (name: string): Tree => ({ name, children: [{ name: `${name}1`, children: [] }] });
  expect(["a", "b"].map((name) => keeper(row(name)))).toEqual([row("a"), row("b")]);
});
