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
  ])("%s", (_name, schema, note) => {
    expect(schemaNote(schema, "output")).toEqual(note);
  });

  test.each<[name: string, schema: z.ZodType]>([
    ["any", z.any()],
    ["unknown, deep inside", z.object({ a: z.array(z.unknown()) })],
    ["a custom schema", z.instanceof(URL)],
    ["what a transform gives", z.string().transform((text) => new Date(text))],
    ["a union that looks alike", z.union([z.date(), z.string()])],
    ["a union of a list and a set", z.union([z.array(z.string()), z.set(z.string())])],
    ["objects that differ in one member's type", z.union([dated, z.object({ at: z.string() })])],
    ["a list and an object, either with dates", z.union([z.array(z.date()), z.object({ a: z.number() })])],
    ["a record and an object", z.union([z.record(z.string(), z.string()), dated])],
    ["a schema that holds itself", tree],
    ["NaN", z.nan()],
  ])("leaves open %s", (_name, schema) => {
    expect(schemaNote(schema, "output")).toBe("per value");
  });

  test("of a request, it is what goes in", () => {
    const codec = z.codec(z.string(), z.date(), { decode: (s) => new Date(s), encode: (d) => `${d}` });
    expect(schemaNote(codec, "input")).toBeUndefined();
  });
});
