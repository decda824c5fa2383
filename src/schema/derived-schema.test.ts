import { describe, expect, test } from "vitest";
import { z } from "zod";
import { derivedSchema } from "./derived-schema.js";
import type { Purpose } from "./node.js";

const at = "2026-01-31T12:00:00.000Z";
const date = new Date(at);

function parse(schema: z.ZodType, value: unknown, purpose: Purpose = "json") {
  return z.safeParse(derivedSchema(schema, purpose), value);
}

/** Gives the value, or the paths of the issues. */
function outcome({ success, data, error }: z.ZodSafeParseResult<unknown>): unknown {
  return success ? { data } : { at: error.issues.map(({ path }) => path.join(".")) };
}

const tagged = z.union([
  z.object({ size: z.int(), kind: z.literal("a") }),
  z.object({ kind: z.enum(["b", "c"]), at: z.date() }),
  z.null(),
]);
const declared = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("a"), size: z.int() }),
  z.object({ kind: z.literal("b"), size: z.int(), at: z.date() }),
]);
const untagged = z.union([z.object({ a: z.int() }), z.object({ b: z.date() }), z.date(), z.string()]);
interface Tree {
  at: Date;
  children: Tree[];
}
const tree: z.ZodType<Tree> = z.object({ at: z.date(), children: z.array(z.lazy(() => tree)) });

describe("JSON", () => {
  test.each<[name: string, schema: z.ZodType, json: unknown, value: unknown]>([
    ["a string", z.string(), "a", "a"],
    ["a date", z.date(), at, date],
    ["a bigint", z.bigint(), "12", 12n],
    ["NaN", z.nan(), "NaN", Number.NaN],
    ["a URL", z.instanceof(URL), "https://a.example/", new URL("https://a.example/")],
    ["an instance of Date", z.instanceof(Date), at, date],
    ["an instance of Set", z.instanceof(Set), [1], new Set([1])],
    ["an instance of Map", z.instanceof(Map), [[1, 2]], new Map([[1, 2]])],
    ["an instance of Array", z.instanceof(Array), [[1, 2]], [[1, 2]]],
    ["a literal bigint", z.literal([7n, "a"]), "7", 7n],
    ["a literal zero bigint", z.literal(0n), "0", 0n],
    ["a literal infinite number", z.literal([Number.POSITIVE_INFINITY, "a"]), "Infinity", Number.POSITIVE_INFINITY],
    ["a literal NaN", z.literal(Number.NaN), "NaN", Number.NaN],
    [
      "a literal infinite number in a union",
      z.union([z.number(), z.literal(Number.NEGATIVE_INFINITY)]),
      "-Infinity",
      Number.NEGATIVE_INFINITY,
    ],
    [
      "a literal text that is also an infinite number's",
      z.literal([Number.POSITIVE_INFINITY, "Infinity"]),
      "Infinity",
      "Infinity",
    ],
    ["a literal text that is also a bigint's", z.literal([7n, "7"]), "7", "7"],
    ["a set", z.set(z.date()), [at], new Set([date])],
    ["a map", z.map(z.date(), z.bigint()), [[at, "1"]], new Map([[date, 1n]])],
    ["an array", z.array(z.date()), [at], [date]],
    ["a tuple", z.tuple([z.date(), z.string()]), [at, at], [date, at]],
    ["the rest of a tuple", z.tuple([z.string()], z.date()), [at, at], [at, date]],
    ["an object", z.object({ at: z.date(), text: z.string() }), { at, text: at }, { at: date, text: at }],
    ["a catchall", z.object({}).catchall(z.date()), { at }, { at: date }],
    ["a record", z.record(z.string(), z.date()), { at }, { at: date }],
    ["a nullable", z.date().nullable(), at, date],
    ["null", z.date().nullable(), null, null],
    ["an optional", z.date().optional(), at, date],
    ["a nonoptional", z.date().optional().nonoptional(), at, date],
    ["a readonly", z.date().readonly(), at, date],
    ["a default", z.date().default(new Date(0)), at, date],
    ["a prefault", z.date().prefault(new Date(0)), at, date],
    ["a catch", z.date().catch(new Date(0)), at, date],
    ["a lazy", z.lazy(() => z.date()), at, date],
    [
      "a record without a key that objects inherit",
      z.record(z.literal(["toString", "a"]), z.any()),
      { a: 1 },
      { a: 1 },
    ],
    ["success", z.success(z.date()), at, true],
    ["success in a set", z.set(z.success(z.date())), [at], new Set([true])],
    ["success in a map", z.map(z.success(z.bigint()), z.success(z.date())), [["1", at]], new Map([[true, true]])],
    [
      "success in an intersection",
      z.intersection(z.object({}), z.object({ at: z.success(z.object({ in: z.date() })) })),
      { at: { in: at } },
      { at: true },
    ],
    [
      "an intersection",
      z.intersection(z.object({ at: z.date() }), z.object({ n: z.bigint() })),
      { at, n: "1" },
      { at: date, n: 1n },
    ],
    [
      "an intersection with a union of strict objects",
      z.intersection(
        z.object({ n: z.bigint() }),
        z.union([z.strictObject({ at: z.date() }), z.strictObject({ b: z.int() })]),
      ),
      { at, n: "1" },
      { at: date, n: 1n },
    ],
    ["a tagged union", tagged, { kind: "c", at }, { kind: "c", at: date }],
    ["null in a tagged union", tagged, null, null],
    ["a declared union", declared, { kind: "b", size: 1, at }, { kind: "b", size: 1, at: date }],
    ["an untagged union", untagged, { b: at }, { b: date }],
    ["a union of a date and a text", untagged, at, date],
    ["a union of a date and another text", untagged, "a", "a"],
    [
      "a schema that contains itself",
      tree,
      { at, children: [{ at, children: [] }] },
      { at: date, children: [{ at: date, children: [] }] },
    ],
    ["the input of a transform", z.date().transform((from) => from.getTime()), at, date.getTime()],
    [
      "the input of a codec",
      z.codec(z.string(), z.date(), { decode: (text) => new Date(text), encode: String }),
      at,
      date,
    ],
    [
      "no output of a transform",
      z
        .string()
        .transform((text) => text as unknown)
        .pipe(z.unknown()),
      at,
      at,
    ],
  ])("%s", (_name, schema, json, value) => {
    expect(parse(schema, json)).toEqual({ success: true, data: value });
  });

  test.each<[name: string, schema: z.ZodType, json: unknown, paths: string[]]>([
    ["a missing member with a name that objects inherit", z.object({ constructor: z.unknown() }), {}, ["constructor"]],
    ["another text as a date", z.object({ at: z.date() }), { at: "today" }, ["at"]],
    ["a number as a date", z.date(), 0, [""]],
    ["a list of one date as a date", z.date(), [at], [""]],
    ["a text as a literal number", z.literal([7, 8n]), "7", [""]],
    ["another text as a bigint", z.bigint(), "1.5", [""]],
    ["another text as NaN", z.nan(), "nan", [""]],
    ["another text as a URL", z.instanceof(URL), "a", [""]],
    ["an object as a set", z.set(z.string()), {}, [""]],
    ["a list of other lists as a map", z.map(z.string(), z.int()), [["a"]], [""]],
    ["a list with one text as a map", z.map(z.string(), z.int()), [["a", 1], "b"], [""]],
    ["a list of texts as a map", z.map(z.string(), z.int()), ["ab"], [""]],
    ["a list of longer lists as a map", z.map(z.string(), z.int()), [["a", 1, 2]], [""]],
    [
      "the output of a transform",
      z.codec(z.string(), z.date(), { decode: (text) => text as never, encode: String }),
      at,
      [""],
    ],
    ["an element", z.array(z.date()), [at, "today"], ["1"]],
    ["a tag that no option has", tagged, { kind: "d" }, [""]],
    ["the option that the tag names", tagged, { kind: "a", size: "1" }, ["size"]],
    ["a value that is neither an object nor another option", tagged, 1, [""]],
  ])("refuses %s", (_name, schema, json, paths) => {
    expect(outcome(parse(schema, json))).toEqual({ at: paths });
  });

  test("is not changed", () => {
    const json = Object.freeze({ at, all: Object.freeze([at]) });
    expect(parse(z.object({ at: z.date(), all: z.set(z.date()) }), json).success).toBe(true);
    expect(json).toEqual({ at, all: [at] });
  });
});

describe("a value that has its types", () => {
  test.each<[name: string, schema: z.ZodType, value: unknown, fits: boolean]>([
    ["a date", z.date(), date, true],
    ["a date's text", z.date(), at, false],
    ["a set", z.set(z.date()), new Set([date]), true],
    ["an array as a set", z.set(z.date()), [date], false],
    [
      "a bigint in a tagged union",
      z.union([z.object({ k: z.literal(1n) }), z.object({ k: z.literal(2n) })]),
      { k: 2n },
      true,
    ],
  ])("%s", (_name, schema, value, fits) => {
    expect(outcome(parse(schema, value, "exact"))).toEqual(outcome(z.safeParse(schema, value)));
    expect(parse(schema, value, "exact").success).toBe(fits);
  });
});

describe("output", () => {
  const toDate = z.string().transform((text) => new Date(text));
  test.each<[name: string, schema: z.ZodType, value: unknown, fits: boolean]>([
    ["a transform gives any value", z.string().transform(Number), { a: 1 }, true],
    ["a pipe gives the values of its second schema", z.string().transform(Number).pipe(z.int()), 7, true],
    ["and no others", z.string().transform(Number).pipe(z.int()), "7", false],
    [
      "a codec gives the values of its second schema",
      z.codec(z.string(), z.date(), { decode: (text) => new Date(text), encode: String }),
      date,
      true,
    ],
    ["a default is filled in before", z.string().default("a"), undefined, false],
    ["a prefault is filled in before", z.string().prefault("a"), undefined, false],
    ["a catch gives what fits", z.string().catch("a"), 1, false],
    ["a default of what may be undefined is filled in", z.string().optional().default("a"), undefined, false],
    ["a prefault of what may be undefined may be undefined", z.string().optional().prefault("a"), undefined, true],
    ["a member that objects inherit is missing", z.object({ toString: z.function() }), {}, false],
    ["success gives a boolean", z.success(z.string()), true, true],
    ["success gives nothing else", z.success(z.string()), "a", false],
    [
      "checks of a transform hold",
      z
        .string()
        .transform(Number)
        .refine((value) => Number(value) < 3),
      5,
      false,
    ],
    [
      "checks of a pipe hold",
      z
        .string()
        .pipe(z.string())
        .refine((value) => value !== "a"),
      "a",
      false,
    ],
    [
      "checks of a default hold",
      z
        .string()
        .default("b")
        .refine((value) => value !== "a"),
      "a",
      false,
    ],
    [
      "checks of a catch hold",
      z
        .string()
        .catch("b")
        .refine((value) => value !== "a"),
      "a",
      false,
    ],
    ["checks of a lazy hold", z.lazy(() => z.string()).refine((value) => value !== "a"), "a", false],
    [
      "the checks of a lazy's own schema hold",
      z.lazy(() => z.string().min(2)).refine((value) => value !== "aa"),
      "a",
      false,
    ],
    ["checks of a tagged union hold", tagged.refine((value) => value === null), { kind: "a", size: 1 }, false],
    ["checks of an untagged union hold", untagged.refine((value) => value !== "a"), "a", false],
    ["a transform inside", z.object({ at: toDate, all: z.array(toDate) }), { at: date, all: [date] }, true],
    ["a date is not a text", z.date(), at, false],
  ])("%s", (_name, schema, value, fits) => {
    expect(parse(schema, value, "output").success).toBe(fits);
  });

  test("runs no transform, default, or catch", () => {
    const never = () => {
      throw new Error("called");
    };
    const schema = z.object({
      a: z.unknown().transform(never),
      b: z.string().default(never),
      c: z.string().prefault(never),
      d: z.string().catch(never),
      e: z.preprocess(never, z.string()),
    });
    expect(parse(schema, { a: "a", b: "b", c: "c", d: "d", e: "e" }, "output").success).toBe(true);
    expect(parse(schema, {}, "output").success).toBe(false);
  });
});

describe("Zod itself decides", () => {
  const objects = [
    z.object({ kind: z.literal("a").optional() }),
    z.object({ kind: z.literal("b") }),
    z.date(),
  ] as const;
  const xor = z.xor([z.object({ kind: z.literal("a") }), z.string().min(1), z.string().max(3), z.null()]);
  test.each<[name: string, schema: z.ZodType, values: unknown[]]>([
    ["a Date where an object with an optional tag comes first", z.union(objects), [date, {}, { kind: "b" }]],
    ["a Date where a Date comes first", z.union([z.date(), ...objects]), [date, {}, { kind: "b" }]],
    [
      "a Set and a Map",
      z.union([...objects, z.set(z.any()), z.map(z.any(), z.any())]),
      [new Set(), new Map(), [], null],
    ],
    ["an exclusive union", xor, ["", "ab", "abcd", null, { kind: "a" }, { kind: "b" }, 1]],
    ["an exclusive union without a tag", z.xor([z.string(), z.string().min(2), z.int()]), ["a", "ab", 1]],
    [
      "a tag that may be missing",
      z.union([z.object({ k: z.literal(["a", undefined]) }), z.object({ k: z.literal("b") })]),
      [{}, { k: "a" }, { k: "b" }, { k: "c" }],
    ],
    [
      "a tag that is a default",
      z.union([z.object({ k: z.literal("a").default("a") }), z.object({ k: z.literal("b") })]),
      [{}, { k: "a" }, { k: "b" }, { k: null }],
    ],
    [
      "a tag that may be null",
      z.union([z.object({ k: z.literal("a").nullable() }), z.object({ k: z.literal("b") })]),
      [{}, { k: null }, { k: "b" }],
    ],
    [
      "a tag with the name of an inherited member",
      z.union([z.object({ constructor: z.literal("a") }), z.object({ constructor: z.literal("b") })]),
      [{}, { constructor: "b" }],
    ],
    [
      "options with a common tag",
      z.union([z.object({ k: z.literal("a"), n: z.int() }), z.object({ k: z.literal("a"), s: z.string() })]),
      [{ k: "a", n: 1 }, { k: "a", s: "b" }, { k: "a" }],
    ],
    [
      "an option that takes any object",
      z.union([z.object({ k: z.literal("a"), n: z.int() }), z.record(z.string(), z.string())]),
      [{ k: "a" }, { k: "b" }, { k: "a", n: 1 }],
    ],
    [
      "an option that replaces what does not fit",
      z.union([z.object({ k: z.literal("a"), n: z.int() }), z.object({ k: z.literal("b") }).catch({ k: "b" })]),
      [{ k: "a" }, { k: "a", n: 1 }, 1],
    ],
    ["a union of one option", z.union([z.object({ k: z.literal("a") })]), [{ k: "a" }, { k: "b" }, 1]],
    ["an optional", z.string().optional(), [undefined, "a", null]],
    ["an optional of a default", z.string().default("a").optional(), [undefined, "b", 1]],
    ["a nonoptional", z.string().optional().nonoptional(), [undefined, "a"]],
    [
      "the keys of a record",
      z.record(z.enum(["a", "b"]), z.date()),
      [{ a: date, b: date }, { a: date }, { a: date, b: date, c: date }],
    ],
    ["a strict object", z.strictObject({ at: z.date() }), [{ at: date }, { at: date, b: 1 }]],
    ["a loose object", z.looseObject({ at: z.date() }), [{ at: date, b: 1 }]],
    [
      "strict sides of an intersection",
      z.intersection(z.strictObject({ a: z.date() }), z.strictObject({ b: z.date() })),
      [
        { a: date, b: date },
        { a: date, b: date, c: 1 },
      ],
    ],
    ["the length of a tuple", z.tuple([z.date(), z.date().optional()]), [[], [date], [date, date], [date, date, date]]],
    [
      "a rest with its own checks",
      z.tuple([z.date()], z.date().min(date)),
      [
        [date, date],
        [date, new Date(0)],
      ],
    ],
    ["sizes", z.set(z.date()).max(1), [new Set([date]), new Set([date, new Date(0)])]],
    ["a codec", z.codec(z.string(), z.date(), { decode: (text) => new Date(text), encode: String }), [at, "a", 1]],
    ["a transform", z.string().transform(Number), ["7", 7]],
    ["any and never", z.object({ a: z.any(), b: z.never().optional() }), [{}, { a: 1 }, { b: 1 }]],
  ])("%s", (_name, schema, values) => {
    for (const value of values) {
      expect(parse(schema, value, "exact").success, String(value)).toBe(z.safeParse(schema, value).success);
      expect(parse(schema, value, "exact").data, String(value)).toEqual(z.safeParse(schema, value).data);
    }
  });

  test.each<[name: string, schema: z.ZodType, value: unknown]>([
    ["an issue in a member", z.object({ a: z.array(z.object({ at: z.date() })) }), { a: [{ at: 1 }] }],
    ["a declared tag that no option has", declared, { kind: "z" }],
    ["no object for a declared tag", declared, "a"],
    ["options that all refuse", untagged, { a: "1", b: 1 }],
    ["both sides of an intersection", z.intersection(z.object({ a: z.date() }), z.object({ b: z.date() })), {}],
    ["a check after a union", z.union([z.string(), z.int()]).refine(() => false, "odd"), 1],
  ])("what is wrong: %s", (_name, schema, value) => {
    const issues = (found: z.ZodSafeParseResult<unknown>) => JSON.stringify(found.error?.issues);
    expect(issues(parse(schema, value, "exact"))).toBe(issues(z.safeParse(schema, value)));
  });

  test("a tag leads to what is wrong in its option, and in no other", () => {
    expect(outcome(parse(tagged, { kind: "b", at: "today" }))).toEqual({ at: ["at"] });
  });

  test("what is wrong is said once for each place that a value has", () => {
    const inner = z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]);
    const schema = z.intersection(z.object({ x: inner }), z.object({ x: inner, y: z.string() }));
    expect(outcome(parse(schema, { x: {} }))).toEqual({ at: ["x", "y"] });
    const shared = {};
    expect(outcome(parse(z.array(inner), [shared, shared], "exact"))).toEqual({ at: ["0", "1"] });
    const deep = z.array(z.object({ in: z.array(z.intersection(z.object({ a: z.int() }), z.object({}))) }));
    expect(outcome(parse(deep, [{ in: [shared] }, { in: [shared, shared] }], "exact"))).toEqual({
      at: ["0.in.0.a", "1.in.0.a", "1.in.1.a"],
    });
  });

  test("a value that was refused is refused again", () => {
    const inner = z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]);
    const schema = z.union([z.object({ x: inner, y: z.int() }), z.object({ x: inner })]);
    expect(parse(schema, { x: {} }).success).toBe(false);
    expect(parse(schema, { x: { b: 1 } })).toEqual({ success: true, data: { x: { b: 1 } } });
  });

  test("a pipe that was refused is refused again, before the checks around it", () => {
    const inner = z.union([z.object({ a: z.int().refine(() => false) }).pipe(z.any())]);
    let calls = 0;
    const call = () => {
      calls++;
      return true;
    };
    const x = () => z.object({ x: inner.nullable().refine(call) });
    expect(parse(z.intersection(x(), x()), { x: { a: 1 } }).success).toBe(false);
    expect(calls).toBe(0);
  });

  test("a check that ends the parsing ends it for each side of an intersection", () => {
    const inner = z.union([z.object({ a: z.int().refine(() => false, { abort: true }) }), z.object({ b: z.int() })]);
    const call = () => {
      throw new Error("called");
    };
    const schema = z.intersection(z.object({ x: inner }).transform(call), z.object({ x: inner }).transform(call));
    expect(parse(schema, { x: { a: 1 } }).success).toBe(false);
  });
});

describe("asynchronous checks", () => {
  const taken = z.string().refine(async (name) => name !== "taken", "taken");
  const parseAsync = (schema: z.ZodType, value: unknown) => z.safeParseAsync(derivedSchema(schema, "json"), value);

  test.each<[name: string, schema: z.ZodType, wrap: (name: string) => unknown]>([
    ["a member", z.object({ name: taken, at: z.date() }), (name) => ({ name, at })],
    [
      "an option of a union",
      z.union([z.object({ a: taken, x: z.int() }), z.object({ a: taken, at: z.date() })]),
      (a) => ({ a, at }),
    ],
    [
      "an option that a tag names",
      z.union([z.object({ k: z.literal("a"), a: taken }), z.object({ k: z.literal("b") })]),
      (a) => ({ k: "a", a }),
    ],
    ["both sides of an intersection", z.intersection(z.object({ a: taken }), z.object({ a: taken })), (a) => ({ a })],
    ["a set", z.set(taken), (name) => [name]],
  ])("are waited for: %s", async (_name, schema, wrap) => {
    expect((await parseAsync(schema, wrap("taken"))).success).toBe(false);
    expect((await parseAsync(schema, wrap("free"))).success).toBe(true);
  });

  test("are waited for at any depth of a union that contains itself", async () => {
    const node: z.ZodType = z.lazy(() =>
      z.union([z.object({ a: node, x: z.int() }), z.object({ a: node, y: z.int() }), taken]),
    );
    const nested = (name: string) => ({ a: { a: name, y: 1 }, y: 1 });
    expect((await parseAsync(node, nested("taken"))).success).toBe(false);
    expect(await parseAsync(node, nested("free"))).toEqual({ success: true, data: nested("free") });
  });

  test("say what is wrong for each place that a value has", async () => {
    const inner = z.union([z.object({ a: taken }), z.object({ b: z.int() })]);
    const schema = z.intersection(z.object({ x: inner }), z.object({ x: inner }));
    const { error } = await parseAsync(schema, { x: { a: "taken" } });
    expect(error?.issues.map(({ path }) => path)).toEqual([["x", "a"]]);
    const all = await parseAsync(z.array(schema), [{ x: { a: "taken" } }, { x: { a: "taken" } }, { x: { a: "free" } }]);
    expect(all.error?.issues.map(({ path }) => path.join("."))).toEqual(["0.x.a", "1.x.a"]);
  });

  test("that fail to run fail once", async () => {
    const broken = z.string().refine(async () => {
      throw new Error("The database is down.");
    });
    const inner = z.union([z.object({ a: broken }), z.object({ b: z.int() })]);
    const schema = z.intersection(z.object({ x: inner }), z.object({ x: inner }));
    await expect(parseAsync(schema, { x: { a: "a" } })).rejects.toThrow("The database is down.");
  });
});

describe("what a definition holds is not handed out", () => {
  interface Box {
    all: unknown[];
  }
  const box = (): Box => ({ all: [new Set([new Date(7)]), new Map([["a", { b: [1] }]])] });
  const held = box();
  const nested = z.object({ deep: z.object({ value: z.any().default(held) }).prefault({}) });
  test.each<[name: string, schema: z.ZodType, value: unknown, find: (data: never) => Box]>([
    ["a default", z.any().default(held), undefined, (data) => data],
    ["a default of a function", z.any().default(() => held), undefined, (data) => data],
    ["a prefault", z.any().prefault(held), undefined, (data) => data],
    ["a prefault of a loose object", z.looseObject({}).prefault({ ...held }), undefined, (data) => data],
    ["a catch", z.object({ all: z.array(z.any()) }).catch(held), 1, (data) => data],
    ["a catch of a function", z.object({ all: z.array(z.any()) }).catch(() => held), 1, (data) => data],
    ["a default of a readonly", z.any().default(held).optional(), undefined, (data) => data],
    [
      "a default in an option",
      z.union([z.object({ k: z.literal("a"), v: z.any().default(held) }), z.object({ k: z.literal("b") })]),
      { k: "a" },
      (data: { v: Box }) => data.v,
    ],
    ["a default in a default", nested, {}, ({ deep }: { deep: { value: Box } }) => deep.value],
    ["a default behind a lazy", z.lazy(() => z.any().default(held)), undefined, (data) => data],
    [
      "a default behind a lazy with a check",
      z.lazy(() => z.any().default(held)).refine(() => true),
      undefined,
      (data) => data,
    ],
    [
      "a prefault behind a lazy with a check",
      z.lazy(() => z.any().prefault(held)).refine(() => true),
      undefined,
      (data) => data,
    ],
    ["a default in a list", z.tuple([z.any().default(held)]), [undefined], ([data]: [Box]) => data],
  ])("%s", (_name, schema, value, find) => {
    for (const purpose of ["json", "exact"] as const) {
      const [one, other] = [parse(schema, value, purpose), parse(schema, value, purpose)].map(({ data }) =>
        find(data as never),
      );
      expect(one).toEqual(box());
      for (const [part] of [one?.all as [Set<Date>]]) for (const each of part) each.setTime(9);
      one?.all.push("changed");
      expect(other).toEqual(box());
      expect(held).toEqual(box());
    }
  });
});

describe("a schema", () => {
  test("without anything to derive stays itself", () => {
    const schema = z.object({ a: z.string(), b: z.array(z.int()), c: z.record(z.string(), z.boolean().nullable()) });
    const others = [
      z.tuple([z.string()], z.int()),
      z.object({}).catchall(z.int()),
      z.set(z.int()),
      z.map(z.int(), z.int()),
    ];
    for (const each of [schema, ...others]) expect(derivedSchema(each, "exact")).toBe(each);
    expect(derivedSchema(schema, "json")).toBe(schema);
  });

  test("is derived once for each purpose", () => {
    const schema = z.object({ at: z.date() });
    expect(derivedSchema(schema, "json")).toBe(derivedSchema(schema, "json"));
    expect(derivedSchema(schema, "json")).not.toBe(derivedSchema(schema, "output"));
  });

  test("is not changed", () => {
    const schema = z.object({ at: z.date().default(date), all: z.union([z.set(z.date()), z.null()]) });
    derivedSchema(schema, "json");
    expect(schema.safeParse({ at, all: [] }).success).toBe(false);
    expect(schema.parse({ all: null }).at).toEqual(date);
  });

  test("may be absent where it could before", () => {
    const member = z.union([z.date().default(date), z.null()]);
    expect(parse(z.object({ member }), {})).toEqual({ success: true, data: { member: date } });
    const optional = z.union([z.object({ k: z.literal("a") }), z.object({ k: z.literal("b") })]).optional();
    expect(parse(z.object({ optional }), {})).toEqual({ success: true, data: {} });
    expect(parse(z.object({ at: z.date() }), {}).success).toBe(false);
    expect(parse(z.object({ both: z.intersection(z.date().optional(), z.date().optional()) }), {}).success).toBe(
      z.object({ both: z.intersection(z.date().optional(), z.date().optional()) }).safeParse({}).success,
    );
  });

  test("of an unknown kind is refused", () => {
    const odd = z.core.clone(z.string(), { type: "odd" } as never);
    expect(() => derivedSchema(z.object({ odd }), "json")).toThrow(
      'Trestle does not support schemas of the kind "odd"',
    );
  });
});
