import { describe, expect, test } from "vitest";
import { z } from "zod";
import { childrenOf, reachableNodes, type Side } from "./node.js";
import { schemaNode } from "./schema-node.js";

const text = z.string();
const samples: Readonly<Record<string, z.core.$ZodType>> = {
  any: z.any(),
  array: z.array(text),
  bigint: z.bigint(),
  boolean: z.boolean(),
  catch: text.catch("a"),
  custom: z.custom(),
  date: z.date(),
  default: text.default("a"),
  enum: z.enum(["a", "b"]),
  file: z.file(),
  function: z.function() as unknown as z.core.$ZodType, // its type does not say that it is a schema
  intersection: z.intersection(text, text),
  lazy: z.lazy(() => text),
  literal: z.literal(["a", 1, 2n, null]),
  map: z.map(text, text),
  nan: z.nan(),
  never: z.never(),
  nonoptional: text.optional().nonoptional(),
  null: z.null(),
  nullable: text.nullable(),
  number: z.number(),
  object: z.object({ a: text }),
  optional: text.optional(),
  pipe: text.pipe(text),
  prefault: text.prefault("a"),
  promise: z.promise(text),
  readonly: text.readonly(),
  record: z.record(text, text),
  set: z.set(text),
  string: text,
  success: z.success(text),
  symbol: z.symbol(),
  template_literal: z.templateLiteral(["a", z.int()]),
  transform: z.transform(String),
  tuple: z.tuple([text]),
  undefined: z.undefined(),
  union: z.union([text, z.int()]),
  unknown: z.unknown(),
  void: z.void(),
};

/** Classes of Zod whose schemas are of a kind above, by the sample that they need. */
const others: readonly z.core.$ZodType[] = [
  z.codec(text, text, { decode: String, encode: String }),
  z.discriminatedUnion("k", [z.object({ k: z.literal("a") })]),
  z.exactOptional(text),
  z.preprocess(String, text),
  z.xor([text, z.int()]),
];

/** A definition that every class of Zod's takes. */
const anyDefinition = {
  checks: [],
  element: text,
  entries: {},
  innerType: text,
  items: [],
  options: [text],
  parts: [],
  shape: {},
  type: "probe",
  values: ["a"],
};
/** Classes that make no kind of their own: a check, and a format of strings or numbers. */
const NO_KIND = /^\$Zod(?:Check[A-Z]|BigIntFormat$)/;
const formats = ["$ZodStringFormat", "$ZodNumberFormat"];

/** Whether a class of Zod's makes schemas. One that cannot be made without more is taken for one that does. */
function makesSchemas(Class: new (definition: unknown) => unknown): boolean {
  try {
    const { traits } = (new Class(anyDefinition) as Partial<z.core.$ZodType>)._zod ?? { traits: new Set() };
    return traits.has("$ZodType") && formats.every((format) => !traits.has(format));
  } catch {
    return true;
  }
}

describe("every kind of Zod's own schemas", () => {
  test("is among the samples", () => {
    const known = new Set([...Object.values(samples), ...others].flatMap((schema) => [...schema._zod.traits]));
    const unknown = Object.entries(z.core)
      .filter(
        ([name, Class]) =>
          /^\$Zod[A-Z]/.test(name) && !NO_KIND.test(name) && typeof Class === "function" && !known.has(name),
      )
      .filter(([, Class]) => makesSchemas(Class as new (definition: unknown) => unknown))
      .map(([name]) => name);
    expect(unknown).toEqual([]);
    expect(Object.entries(samples).map(([, schema]) => schema._zod.def.type)).toEqual(Object.keys(samples));
  });

  test.each(Object.entries(samples))("is described: %s", (_kind, schema) => {
    for (const side of ["input", "output"] as const) {
      const node = schemaNode(schema, side);
      expect(node.schema).toBe(schema);
      expect(childrenOf(node).every(({ kind }) => kind.length > 0)).toBe(true);
    }
  });
});

const CHILDREN = ["element", "inner", "items", "key", "left", "members", "options", "rest", "right", "value"];

/** What a node says apart from its children. */
function content(schema: z.core.$ZodType, side: Side): object {
  const { schema: _, inCycle: __, ...others } = schemaNode(schema, side);
  return Object.fromEntries(Object.entries(others).filter(([name]) => !CHILDREN.includes(name)));
}

describe("a node says", () => {
  class Point {}
  test.each<[name: string, schema: z.core.$ZodType, input: object, output: object]>([
    ["string", z.string(), { kind: "string", coerces: false }, { kind: "string", coerces: false }],
    ["coerced string", z.coerce.string(), { kind: "string", coerces: true }, { kind: "string", coerces: false }],
    ["format", z.email(), { kind: "string", coerces: false }, { kind: "string", coerces: false }],
    [
      "template literal",
      z.templateLiteral(["a", z.int()]),
      { kind: "string", coerces: false },
      { kind: "string", coerces: false },
    ],
    ["number", z.number(), { kind: "number", coerces: false }, { kind: "number", coerces: false }],
    ["coerced number", z.coerce.number(), { kind: "number", coerces: true }, { kind: "number", coerces: false }],
    ["coerced boolean", z.coerce.boolean(), { kind: "boolean", coerces: true }, { kind: "boolean", coerces: false }],
    ["coerced bigint", z.coerce.bigint(), { kind: "bigint", coerces: true }, { kind: "bigint", coerces: false }],
    ["coerced date", z.coerce.date(), { kind: "date", coerces: true }, { kind: "date", coerces: false }],
    ["null", z.null(), { kind: "null", coerces: false }, { kind: "null", coerces: false }],
    ["undefined", z.undefined(), { kind: "undefined", coerces: false }, { kind: "undefined", coerces: false }],
    ["void", z.void(), { kind: "undefined", coerces: false }, { kind: "undefined", coerces: false }],
    ["nan", z.nan(), { kind: "nan", coerces: false }, { kind: "nan", coerces: false }],
    [
      "literal",
      z.literal(["a", 1n]),
      { kind: "literal", values: new Set(["a", 1n]) },
      { kind: "literal", values: new Set(["a", 1n]) },
    ],
    [
      "enum",
      z.enum({ A: "a", B: 2 }),
      { kind: "literal", values: new Set(["a", 2]) },
      { kind: "literal", values: new Set(["a", 2]) },
    ],
    ["any", z.any(), { kind: "open", isCustom: false }, { kind: "open", isCustom: false }],
    ["unknown", z.unknown(), { kind: "open", isCustom: false }, { kind: "open", isCustom: false }],
    ["transform", z.transform(String), { kind: "open", isCustom: false }, { kind: "open", isCustom: false }],
    ["custom", z.custom(), { kind: "open", isCustom: true }, { kind: "open", isCustom: true }],
    ["instanceof", z.instanceof(Point), { kind: "instance", class: Point }, { kind: "instance", class: Point }],
    ["success", z.success(text), { kind: "catch" }, { kind: "boolean", coerces: false }],
    ["never", z.never(), { kind: "never" }, { kind: "never" }],
    ["symbol", z.symbol(), { kind: "unsupported", name: "symbol" }, { kind: "unsupported", name: "symbol" }],
    ["file", z.file(), { kind: "unsupported", name: "file" }, { kind: "unsupported", name: "file" }],
    ["promise", z.promise(text), { kind: "unsupported", name: "promise" }, { kind: "unsupported", name: "promise" }],
    [
      "function",
      z.function() as never,
      { kind: "unsupported", name: "function" },
      { kind: "unsupported", name: "function" },
    ],
    ["default", text.default("a"), { kind: "optional" }, { kind: "required" }],
    ["prefault", text.prefault("a"), { kind: "optional" }, { kind: "alias" }],
    ["nonoptional", text.optional().nonoptional(), { kind: "required" }, { kind: "required" }],
    ["catch", text.catch("a"), { kind: "catch" }, { kind: "alias" }],
    ["readonly", text.readonly(), { kind: "alias" }, { kind: "alias" }],
    ["lazy", z.lazy(() => text), { kind: "alias" }, { kind: "alias" }],
    ["nullable", text.nullable(), { kind: "nullable" }, { kind: "nullable" }],
    ["optional", text.optional(), { kind: "optional" }, { kind: "optional" }],
    ["array", z.array(text), { kind: "array" }, { kind: "array" }],
    ["set", z.set(text), { kind: "set" }, { kind: "set" }],
    ["map", z.map(text, text), { kind: "map" }, { kind: "map" }],
    ["union", z.union([text]), { kind: "union", declaredTag: undefined }, { kind: "union", declaredTag: undefined }],
    [
      "discriminated union",
      others[1] as never,
      { kind: "union", declaredTag: "k" },
      { kind: "union", declaredTag: "k" },
    ],
    ["object", z.object({}), { kind: "object", isStrict: false }, { kind: "object", isStrict: false }],
    ["strict object", z.strictObject({}), { kind: "object", isStrict: true }, { kind: "object", isStrict: true }],
    ["loose object", z.looseObject({}), { kind: "object", isStrict: false }, { kind: "object", isStrict: false }],
    [
      "record",
      z.record(text, text),
      { kind: "record", keys: undefined, isLoose: false },
      { kind: "record", keys: undefined, isLoose: false },
    ],
    [
      "record with keys",
      z.record(z.literal(["a", 1]), text),
      { kind: "record", keys: new Set(["a", "1"]), isLoose: false },
      { kind: "record", keys: new Set(["a", "1"]), isLoose: false },
    ],
    [
      "partial record",
      z.partialRecord(z.enum(["a"]), text),
      { kind: "record", keys: undefined, isLoose: false },
      { kind: "record", keys: undefined, isLoose: false },
    ],
    [
      "loose record",
      z.looseRecord(z.string().min(2), text),
      { kind: "record", keys: undefined, isLoose: true },
      { kind: "record", keys: undefined, isLoose: true },
    ],
    [
      "loose record whose keys all fit",
      z.looseRecord(text, text),
      { kind: "record", keys: undefined, isLoose: false },
      { kind: "record", keys: undefined, isLoose: false },
    ],
    ["tuple", z.tuple([]), { kind: "tuple" }, { kind: "tuple" }],
  ])("%s", (_name, schema, input, output) => {
    expect(content(schema, "input")).toEqual(input);
    expect(content(schema, "output")).toEqual(output);
  });

  test("what it contains", () => {
    const [a, b, c] = [z.string(), z.int(), z.date()];
    const inside = (schema: z.core.$ZodType, side: Side = "input") =>
      childrenOf(schemaNode(schema, side)).map((child) => child.schema);
    expect(inside(z.tuple([a, b]))).toEqual([a, b]);
    expect(inside(z.tuple([a, b], c))).toEqual([a, b, c]);
    expect(inside(z.map(a, b))).toEqual([a, b]);
    expect(inside(z.record(a, b))).toEqual([a, b]);
    expect(inside(z.object({ a, b }))).toEqual([a, b]);
    expect(inside(z.object({ a }).catchall(b))).toEqual([a, b]);
    expect(inside(z.strictObject({ a }))).toEqual([a]);
    expect(inside(z.union([a, b]))).toEqual([a, b]);
    expect(inside(z.intersection(a, b))).toEqual([a, b]);
    expect(inside(z.array(a))).toEqual([a]);
    expect(inside(z.set(a))).toEqual([a]);
    expect(inside(z.lazy(() => a))).toEqual([a]);
    const pipe = z.codec(a, c, { decode: () => new Date(0), encode: String });
    expect([inside(pipe), inside(pipe, "output")]).toEqual([[a], [c]]);
    for (const wrapped of [
      a.optional(),
      a.nullable(),
      a.default(""),
      a.catch(""),
      a.readonly(),
      a.optional().nonoptional(),
    ])
      expect(reachableNodes(schemaNode(wrapped, "input")).at(-1)?.schema).toBe(a);
  });
});

describe("a schema", () => {
  test("is read once for each side", () => {
    let reads = 0;
    const schema = z.object({
      get a() {
        reads++;
        return text;
      },
    });
    const node = schemaNode(schema, "input");
    const after = reads;
    expect(schemaNode(z.object({ schema }), "input").inCycle).toBe(false);
    expect(schemaNode(schema, "input")).toBe(node);
    expect(reads).toBe(after);
    expect(schemaNode(schema, "output")).not.toBe(node);
  });

  test("of a kind of its own is refused, each time", () => {
    const odd = z.core.clone(z.string(), { type: "odd" } as never);
    const around = z.object({ a: text, odd });
    for (let time = 0; time < 2; time++) {
      expect(() => schemaNode(around, "input")).toThrow(
        new TypeError(
          'Trestle does not support schemas of the kind "odd". Use one of Zod\'s own kinds, or z.custom().',
        ),
      );
      expect(() => schemaNode(odd, "output")).toThrow(TypeError);
    }
  });

  test("that makes new schemas without end is refused", () => {
    const endless = (): z.ZodType => z.object({ next: z.lazy(endless) });
    const schema = endless();
    let thrown: unknown;
    try {
      schemaNode(schema, "input");
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toEqual(
      new TypeError(
        "A schema is nested without end, because its z.lazy() returns a new schema each time. Return a schema that is kept in a constant.",
        { cause: expect.any(RangeError) },
      ),
    );
  });
});

describe("a cycle", () => {
  const inCycle = (schema: z.core.$ZodType) => schemaNode(schema, "output").inCycle;

  test("is every node that leads back to itself, and no other", () => {
    const leaf = z.object({ text });
    const tree: z.ZodType = z.object({ leaf, children: z.array(z.lazy(() => tree)) });
    const around = z.object({ tree, leaf });
    expect([around, tree, leaf].map(inCycle)).toEqual([false, true, false]);
    const cyclic = reachableNodes(schemaNode(around, "output")).filter((node) => node.inCycle);
    expect(cyclic.map(({ kind }) => kind)).toEqual(["object", "array", "alias"]);
  });

  test("may go through several schemas", () => {
    const a: z.ZodType = z.object({ b: z.lazy(() => b) });
    const b: z.ZodType = z.object({ c: z.lazy(() => c) });
    const c: z.ZodType = z.object({ a: a.nullable(), d: z.lazy(() => d) });
    const d: z.ZodType = z.object({ self: z.lazy(() => d).optional() });
    const e = z.object({ d, text });
    expect([a, b, c, d, e, text].map(inCycle)).toEqual([true, true, true, true, false, false]);
  });

  test("may be one schema", () => {
    const self: z.ZodType = z.lazy(() => self);
    expect(inCycle(self)).toBe(true);
    expect(inCycle(z.array(self))).toBe(false);
  });

  test("is none where one schema is in two places", () => {
    const shared = z.object({ text });
    const both = z.object({ left: shared, right: z.object({ shared }), again: shared });
    expect(reachableNodes(schemaNode(both, "output")).some((node) => node.inCycle)).toBe(false);
  });

  test("is found beside schemas that were read before", () => {
    const known = z.object({ text });
    schemaNode(known, "output");
    const list: z.ZodType = z.object({ known, next: z.lazy(() => list).nullable() });
    expect([list, known].map(inCycle)).toEqual([true, false]);
  });

  test("of two loops that share a schema is one", () => {
    const hub: z.ZodType = z.object({ left: z.lazy(() => left), right: z.lazy(() => right), end: text });
    const left: z.ZodType = z.object({ hub });
    const right: z.ZodType = z.object({ hub });
    expect([left, hub, right].map(inCycle)).toEqual([true, true, true]);
  });

  test("is found on one side of a pipe only", () => {
    const node: z.ZodType = z.object({ next: z.lazy(() => node).nullable() }).pipe(z.transform(() => "a"));
    expect(schemaNode(node, "input").inCycle).toBe(true);
    expect(schemaNode(node, "output").inCycle).toBe(false);
  });
});
