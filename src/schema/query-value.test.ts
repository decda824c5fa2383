import { describe, expect, test } from "vitest";
import { z } from "zod";
import { QUERY_KINDS, queryValue } from "./query-value.js";

enum Level {
  Low = 1,
  High = 2,
}

enum Color {
  Red = "red",
}

describe("what can travel in a query string", () => {
  test.each<[name: string, schema: z.ZodType, kind: string, flags?: object]>([
    ["string", z.string(), "string"],
    ["email", z.email(), "string"],
    ["uuid", z.uuid(), "string"],
    ["template literal", z.templateLiteral(["a", z.int()]), "string"],
    ["trimmed string", z.string().trim(), "string"],
    ["int", z.int(), "int"],
    ["int32", z.int32(), "int"],
    ["number().int()", z.number().int(), "int"],
    ["int with checks", z.int().min(1).max(5), "int"],
    ["refined int", z.int().refine((n) => n > 0), "int"],
    ["branded int", z.int().brand("Id"), "int"],
    ["number", z.number(), "number"],
    ["number with checks", z.number().min(1), "number"],
    ["float", z.float64(), "number"],
    ["boolean", z.boolean(), "boolean"],
    ["date", z.date(), "date"],
    ["bigint", z.bigint(), "bigint"],
    ["enum", z.enum(["a"]), "literal"],
    ["literal", z.literal(["a", 1]), "literal"],
    ["nullable", z.int().nullable(), "int", { nullable: true }],
    ["optional", z.int().optional(), "int", { optional: true }],
    ["nullish", z.int().nullish(), "int", { nullable: true, optional: true }],
    ["default", z.int().default(1), "int", { optional: true }],
    ["prefault", z.int().prefault(1), "int", { optional: true }],
    ["catch", z.int().catch(1), "int", { optional: true }],
    ["readonly", z.int().readonly(), "int"],
    ["nonoptional", z.int().optional().nonoptional(), "int"],
    ["default of a nullable", z.int().nullable().default(null), "int", { nullable: true, optional: true }],
    ["nullable enum", z.enum(["a"]).nullable(), "literal", { nullable: true }],
    ["array", z.array(z.int()), "int", { list: true }],
    ["optional array", z.array(z.enum(["a"])).optional(), "literal", { list: true, optional: true }],
    ["array with checks", z.array(z.string()).min(1).max(3), "string", { list: true }],
  ])("%s", (_name, schema, kind, flags = {}) => {
    expect(queryValue(schema)).toMatchObject({ kind, nullable: false, optional: false, list: false, ...flags });
  });

  test("an enum and a literal by the text of each value", () => {
    const literals = (schema: z.ZodType) => {
      const value = queryValue(schema);
      return typeof value === "string" ? value : [...value.literals];
    };
    expect(literals(z.enum(["a", "b"]))).toEqual([
      ["a", "a"],
      ["b", "b"],
    ]);
    expect(literals(z.enum(Level))).toEqual([
      ["1", 1],
      ["2", 2],
    ]);
    expect(literals(z.enum(Color))).toEqual([["red", "red"]]);
    expect(literals(z.literal([true, 7, 7n.toString() === "7" ? "x" : ""]))).toEqual([
      ["true", true],
      ["7", 7],
      ["x", "x"],
    ]);
    expect(literals(z.enum({ constructor: "c", __proto: "p" }))).toEqual([
      ["c", "c"],
      ["p", "p"],
    ]);
  });
});

describe("what cannot", () => {
  test.each<[name: string, schema: z.ZodType, reason: string]>([
    ["object", z.object({}), 'a schema of type "object"'],
    ["record", z.record(z.string(), z.string()), 'a schema of type "record"'],
    ["union", z.union([z.string(), z.int()]), 'a schema of type "union"'],
    ["any", z.any(), 'a schema of type "any"'],
    ["unknown", z.unknown(), 'a schema of type "unknown"'],
    ["transform", z.string().transform(Number), 'a schema of type "pipe"'],
    ["preprocess", z.preprocess(String, z.string()), 'a schema of type "pipe"'],
    ["lazy", z.lazy(() => z.string()), 'a schema of type "lazy"'],
    ["set", z.set(z.string()), 'a schema of type "set"'],
    ["tuple", z.tuple([z.string()]), 'a schema of type "tuple"'],
    ["null", z.null(), 'a schema of type "null"'],
    ["nullable string", z.string().nullable(), 'a nullable string, for which "null" is ambiguous'],
    ["nullable enum with null's word", z.enum(["null", "a"]).nullable(), 'a nullable literal that includes "null"'],
    ["literal null", z.literal([null, "a"]), "the literal null"],
    ["literal undefined", z.literal([undefined, "a"]), "the literal undefined"],
    [
      "nullable string that is never empty",
      z.string().min(1).nullable(),
      'a nullable string, for which "null" is ambiguous',
    ],
    ["promise", z.promise(z.string()), 'a schema of type "promise"'],
    ["array of arrays", z.array(z.array(z.int())), "an array of arrays"],
    ["array of nullables", z.array(z.int().nullable()), "an array with null"],
    ["nullable array", z.array(z.int()).nullable(), "an array with null"],
    ["array of objects", z.array(z.object({})), 'a schema of type "object"'],
  ])("%s", (_name, schema, reason) => {
    expect(queryValue(schema)).toBe(reason);
  });

  test("is described with the supported types", () => {
    expect(QUERY_KINDS).toContain("strings, integers");
  });
});
