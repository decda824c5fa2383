import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { kinds } from "../fixtures/kinds.js";
import { ValueMismatch } from "./row-error.js";
import { checkedWriter, valueWriter } from "./value-writer.js";

describe("valueWriter", () => {
  test("writes the values of any schema", () => {
    const samples = kinds.chain(({ schema, samples }) => samples.map((sample) => ({ schema, ...sample })));
    fc.assert(
      fc.property(samples, ({ schema, value, json }) => {
        const written = valueWriter(schema)(value);
        expect(written === undefined ? undefined : JSON.parse(written)).toEqual(json);
      }),
      { numRuns: 1000 },
    );
  });

  test("lets no undeclared key leave, however deep", () => {
    const schema = z.object({ a: z.array(z.object({ b: z.string() })), c: z.strictObject({ d: z.int() }).nullable() });
    const value = { secret: 1, a: [{ b: "x", secret: 2 }], c: { d: 1, secret: 3 } };
    expect(valueWriter(schema)(value)).toBe('{"a":[{"b":"x"}],"c":{"d":1}}');
  });

  test("lets those of a loose object and of a catchall leave", () => {
    expect(valueWriter(z.looseObject({ a: z.int() }))({ b: 2, a: 1 })).toBe('{"a":1,"b":2}');
    expect(valueWriter(z.object({ a: z.int() }).catchall(z.date()))({ a: 1, at: new Date(0) })).toBe(
      '{"a":1,"at":"1970-01-01T00:00:00.000Z"}',
    );
    expect(() => valueWriter(z.object({}).catchall(z.date()))({ at: "today" })).toThrow(ValueMismatch);
  });

  test("writes recursive schemas", () => {
    interface Tree {
      at: Date;
      children: Tree[];
    }
    const tree: z.ZodType<Tree> = z.object({ at: z.date(), children: z.array(z.lazy(() => tree)) });
    const at = new Date(0);
    expect(JSON.parse(`${valueWriter(tree)({ at, children: [{ at, children: [] }] })}`)).toEqual({
      at: at.toISOString(),
      children: [{ at: at.toISOString(), children: [] }],
    });
    expect(() => valueWriter(tree)({ at, children: [{ at: "x", children: [] }] })).toThrow("not a valid Date");
  });

  test("writes objects that refer to themselves by getters", () => {
    const node = z.object({
      name: z.string(),
      get next(): z.ZodNullable<typeof node> {
        return z.nullable(node);
      },
    });
    expect(valueWriter(node)({ name: "a", next: { name: "b", next: null } })).toBe(
      '{"name":"a","next":{"name":"b","next":null}}',
    );
  });

  enum Level {
    Low = 1,
    High = 2,
  }

  test.each<[name: string, schema: z.ZodType, misfits: unknown[]]>([
    ["a string", z.string(), [1, null, undefined, new Date(0), ["a"], {}]],
    ["a finite number", z.number(), ["1", null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 1n]],
    ["a boolean", z.boolean(), [0, 1, "true", null]],
    ["a valid Date", z.date(), ["2026-01-01", 0, null, new Date(Number.NaN)]],
    ["a bigint", z.bigint(), [1, "1", null]],
    ["null", z.null(), [undefined, 0, ""]],
    ['one of "a", "b"', z.enum(["a", "b"]), ["c", null, 0, "toString"]],
    ["one of 1, 2", z.enum(Level), [3, "Low", "1", null]],
    ["one of 1", z.literal(1), ["1", 2]],
    ["a string", z.string().nullable(), [undefined, 1]],
    ["a string", z.string().optional(), [null, 1]],
    ["a string", z.string().default("x"), [undefined, null]],
    ["a string", z.string().optional().nonoptional(), [undefined, null]],
    ["an array", z.array(z.string()), ["a", { length: 0 }, null, new Set()]],
    ["a string", z.array(z.string()), [[1], [null], [undefined]]],
    ["a Set", z.set(z.string()), [["a"], null, {}]],
    ["a string", z.set(z.string()), [new Set([1])]],
    ["a Map", z.map(z.string(), z.int()), [{}, [["a", 1]], null]],
    ["a finite number", z.map(z.string(), z.int()), [new Map([["a", "1"]])]],
    ["an object", z.object({}), [null, [], "x", 1]],
    ["a finite number", z.object({ a: z.number() }), [{}, { a: "1" }]],
    ["a finite number", z.record(z.string(), z.number()), [{ a: "1" }]],
    ["an object", z.record(z.string(), z.number()), [[], null]],
  ])("expects %s", (expected, schema, misfits) => {
    for (const value of misfits) {
      expect(() => valueWriter(schema)(value)).toThrow(ValueMismatch);
      expect(() => valueWriter(schema)(value)).toThrow(`not ${expected}`);
    }
  });
});

describe("each kind of schema", () => {
  const text = z.string();
  test.each<[name: string, schema: z.ZodType, value: unknown, json: string | undefined]>([
    ["a template literal", z.templateLiteral(["a", z.int()]), "a1", '"a1"'],
    ["false", z.boolean(), false, "false"],
    ["a literal undefined", z.literal([undefined, "a"]), undefined, undefined],
    ["an absent optional", text.optional(), undefined, undefined],
    ["a default", text.optional().default("x"), "a", '"a"'],
    ["a prefault", text.prefault("x"), "a", '"a"'],
    ["a catch", text.catch("x"), "a", '"a"'],
    ["a readonly", z.date().readonly(), new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ["a nonoptional", text.optional().nonoptional(), "a", '"a"'],
    ["a list with what is absent", z.array(text.optional()), ["a", undefined], '["a",null]'],
    ["an empty list", z.array(text), [], "[]"],
    ["a set", z.set(z.int()), new Set([1, 2]), "[1,2]"],
    [
      "a map with what is absent",
      z.map(text, text.optional()),
      new Map([
        ["a", undefined],
        ["b", "c"],
      ]),
      '[["a",null],["b","c"]]',
    ],
    ["a map whose keys may be absent", z.map(text.optional(), z.int()), new Map([[undefined, 1]]), "[[null,1]]"],
    [
      "a record with what is absent",
      z.record(text, text.optional()),
      { a: undefined, b: "c", d: "e" },
      '{"b":"c","d":"e"}',
    ],
    ["an object of nothing", z.object({}), { a: 1 }, "{}"],
    ["an object that takes no others", z.strictObject({ a: text }), { a: "b", c: 1 }, '{"a":"b"}'],
    [
      "an object that takes others, once",
      z.looseObject({ a: text }),
      { a: "b", c: new Date(0) },
      '{"a":"b","c":"1970-01-01T00:00:00.000Z"}',
    ],
    ["what a pipe gives", text.pipe(z.transform(Number)).pipe(z.int()), 7, "7"],
    ["a lazy", z.lazy(() => z.bigint()), 7n, '"7"'],
    ["an instance that can be revived", z.instanceof(URL), new URL("http://a.test/"), '"http://a.test/"'],
    ["a custom plain value", z.custom(), { a: [1] }, '{"a":[1]}'],
    ["a custom null", z.custom(), null, "null"],
  ])("%s", (_name, schema, value, json) => {
    expect(valueWriter(schema)(value)).toBe(json);
  });

  test("an instance of a class that nobody can revive", () => {
    class Point {}
    expect(() => valueWriter(z.instanceof(Point))(new Point())).toThrow(
      "is an object, not plain, or of a class that superjson knows (superjson.registerCustom)",
    );
  });

  test("an exception while a union is parsed is not a ValueMismatch", () => {
    const broken = {
      get a(): string {
        throw new Error("The row is broken.");
      },
    };
    expect(() => valueWriter(z.union([z.object({ a: text }), z.any()]))(broken)).toThrow("The row is broken.");
  });
});

describe("checkedWriter", () => {
  test("says what the schema says", () => {
    expect(() => checkedWriter(z.string().min(3, "Too short").endsWith("!", "No mark"))("ab")).toThrow(
      "is a string, not a value that passes its schema (Too short; No mark)",
    );
  });

  test("asks the whole schema", () => {
    const write = checkedWriter(z.string().min(3));
    expect(write("abc")).toBe('"abc"');
    expect(() => write("ab")).toThrow(ValueMismatch);
    expect(valueWriter(z.string().min(3))("ab")).toBe('"ab"');
  });

  test("asks it only for what it gives, not for what it takes", () => {
    expect(checkedWriter(z.string().transform(Number))(7)).toBe("7");
    expect(checkedWriter(z.string().pipe(z.string().max(3)))("abc")).toBe('"abc"');
    expect(() => checkedWriter(z.string().transform(Number).pipe(z.number().max(3)))(7)).toThrow(ValueMismatch);
  });

  test("asks it also where a transform stands deeper", () => {
    expect(checkedWriter(z.string().transform(Number).nullable())(7)).toBe("7");
    expect(checkedWriter(z.array(z.string().transform(Number)))([7])).toBe("[7]");
    expect(checkedWriter(z.object({ size: z.string().transform(Number) }))({ size: 7 })).toBe('{"size":7}');
  });
});

describe("a union", () => {
  const write = valueWriter(
    z.union([z.object({ kind: z.literal("a"), size: z.int() }), z.object({ kind: z.literal("b") }), z.date()]),
  );

  test("is written as the first branch that fits: what it does not declare does not leave", () => {
    expect(write({ kind: "b", secret: 1 })).toBe('{"kind":"b"}');
    expect(write({ kind: "a", size: 1, secret: 1 })).toBe('{"kind":"a","size":1}');
    expect(write(new Date(0))).toBe('"1970-01-01T00:00:00.000Z"');
  });

  test("of which no branch fits is a misfit", () => {
    expect(() => write({ kind: "c" })).toThrow(ValueMismatch);
    expect(() => write("1970-01-01")).toThrow("is a string, not a value that matches an option of its union");
  });
});
