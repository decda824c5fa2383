import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type SchemaNote, schemaNote } from "./schema-note.js";

const dated = z.object({ at: z.date(), n: z.number() });
type Tree = { at: Date; children: Tree[] };
const tree: z.ZodType<Tree> = z.lazy(() => z.object({ at: z.date(), children: z.array(tree) }));

describe("what a schema says of all its values", () => {
  test.each<[name: string, schema: z.ZodType, note: SchemaNote]>([
    ["a string", z.string(), undefined],
    ["an enum", z.enum(["a", "b"]), undefined],
    ["plain things in plain things", z.object({ a: z.array(z.number().nullable()) }), undefined],
    ["a date", z.date(), ["Date"]],
    [
      "a date that may be null, absent, or have a default",
      z.date().nullable().default(new Date(0)).readonly(),
      ["Date"],
    ],
    ["a bigint", z.bigint().optional(), ["bigint"]],
    ["a literal bigint", z.literal([1n, 2n]), ["bigint"]],
    ["a set", z.set(z.string()), ["set"]],
    ["a set of dates", z.set(z.date()), ["set", { "*": ["Date"] }]],
    ["a map", z.map(z.string(), z.number()), ["map"]],
    ["a map of dates", z.map(z.date(), dated), ["map", { "*": { "0": ["Date"], "1": { at: ["Date"] } } }]],
    ["a list", z.array(z.date()), { "*": ["Date"] }],
    ["a tuple", z.tuple([z.string(), z.date()], z.bigint()), { "*": ["bigint"], "0": null, "1": ["Date"] }],
    ["an object", dated, { at: ["Date"] }],
    [
      "awkward keys",
      z.object({ "a.b": z.date(), "*": z.date(), constructor: z.date() }),
      JSON.parse('{"a.b":["Date"],"\\\\*":["Date"],"constructor":["Date"]}'),
    ],
    ["a record", z.record(z.string(), z.date()), { "*": ["Date"] }],
    ["a catchall", z.object({ a: z.string() }).catchall(z.date()), { a: null, "*": ["Date"] }],
    ["a codec", z.codec(z.string(), z.date(), { decode: (s) => new Date(s), encode: (d) => `${d}` }), ["Date"]],
    ["a union whose branches differ as JSON", z.union([z.date(), z.number(), z.null()]), ["Date"]],
    ["a union of equal notes", z.union([z.date(), z.date().nullable()]), ["Date"]],
    [
      "a union of objects that differ in a member",
      z.discriminatedUnion("k", [
        z.object({ k: z.literal("a"), at: z.date() }),
        z.object({ k: z.literal("b"), n: z.bigint() }),
      ]),
      { at: ["Date"], n: ["bigint"] },
    ],
    ["what is neither text, list nor object", z.union([z.boolean(), z.null(), z.undefined()]), undefined],
    ["a bigint or nothing at all", z.union([z.bigint(), z.literal(undefined)]), ["bigint"]],
    ["void or a date", z.union([z.date(), z.void()]), ["Date"]],
    ["a null or a date", z.union([z.date(), z.null()]), ["Date"]],
    ["an object that takes others which are no JSON", z.object({ at: z.date() }).catchall(z.never()), { at: ["Date"] }],
    ["nothing", z.object({ a: z.never().optional(), b: z.void().optional() }), undefined],
    ["a date that cannot be left out", z.date().optional().nonoptional().prefault(new Date(0)), ["Date"]],
    ["a date that stands in for others", z.date().catch(new Date(0)), ["Date"]],
    ["a date or a number that it may be", z.union([z.literal([1, true]), z.date()]), ["Date"]],
    ["a bigint or undefined", z.literal([1n, undefined]), ["bigint"]],
    ["bigints, one of them null", z.union([z.bigint(), z.bigint().nullable()]), ["bigint"]],
    ["a schema named later", z.lazy(() => z.date()), ["Date"]],
    ["an object that takes no others", z.strictObject({ at: z.date() }), { at: ["Date"] }],
    ["a tuple without a rest", z.tuple([z.number(), z.date()]), { "1": ["Date"] }],
    ["sets of which one holds dates", z.union([z.set(z.number()), z.set(z.date())]), ["set", { "*": ["Date"] }]],
    ["lists of which one holds dates", z.union([z.array(z.date()), z.array(z.number())]), { "*": ["Date"] }],
    [
      "tuples of different lengths",
      z.union([z.tuple([z.date()]), z.tuple([z.number(), z.bigint()])]),
      { "0": ["Date"], "1": ["bigint"] },
    ],
    ["a tuple and a list", z.union([z.tuple([z.number()]), z.array(z.date())]), { "*": ["Date"], "0": ["Date"] }],
    [
      "objects of which one takes others",
      z.union([z.object({ a: z.date() }).catchall(z.number()), z.object({ b: z.bigint() })]),
      { a: ["Date"], b: ["bigint"] },
    ],
    ["a date or a plain list", z.union([z.date(), z.array(z.number())]), ["Date"]],
    ["a plain list or a plain object", z.union([z.array(z.number()), z.object({ a: z.number() })]), undefined],
    ["a record of plain things", z.record(z.string(), z.number()), undefined],
  ])("%s", (_name, schema, note) => {
    expect(schemaNote(schema, "output")).toEqual(note);
  });

  test.each<[name: string, schema: z.ZodType]>([
    ["any", z.any()],
    ["unknown, deep inside", z.object({ a: z.array(z.unknown()) })],
    ["a custom schema", z.instanceof(RegExp)],
    ["what a transform gives", z.string().transform((text) => new Date(text))],
    ["a union that looks alike", z.union([z.date(), z.string()])],
    ["a union of a list and a set", z.union([z.array(z.string()), z.set(z.string())])],
    ["objects that differ in one member's type", z.union([dated, z.object({ at: z.string() })])],
    ["a list and an object, either with dates", z.union([z.array(z.date()), z.object({ a: z.number() })])],
    ["a record and an object", z.union([z.record(z.string(), z.string()), dated])],
    ["a text that looks like a date's", z.union([z.templateLiteral(["a", z.int()]), z.date()])],
    ["a literal that looks like a date's", z.union([z.literal("a"), z.date()])],
    ["a literal bigint and a date", z.union([z.literal(1n), z.date()])],
    ["a tuple and a list that differ in an element", z.union([z.tuple([z.string()]), z.array(z.date())])],
    [
      "a member that another object's others may be",
      z.union([z.object({ a: z.bigint() }), z.record(z.string(), z.date())]),
    ],
    ["an object that takes anything", z.looseObject({ at: z.date() })],
    ["a set of anything", z.set(z.any())],
    ["a date or a list of dates", z.union([z.date(), z.array(z.date())])],
    ["anything or a date", z.union([z.date(), z.any()])],
    ["a schema that holds itself", tree],
  ])("leaves open %s", (_name, schema) => {
    expect(schemaNote(schema, "output")).toBe("per value");
  });

  test("of a request, it is what goes in", () => {
    const codec = z.codec(z.string(), z.date(), { decode: (s) => new Date(s), encode: (d) => `${d}` });
    expect(schemaNote(codec, "input")).toBeUndefined();
  });
});
