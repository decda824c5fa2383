import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type JsonShape, jsonShape, mergeAll } from "./json-shape.js";
import type { Side } from "./node.js";

const shape = (schema: z.core.$ZodType, side: Side = "output") => jsonShape(schema, side);
const object = (members: Readonly<Record<string, JsonShape>>, rest?: JsonShape): JsonShape => ({
  object: { members: new Map(Object.entries(members)), rest },
});
const list = (type: string | undefined, items: JsonShape[], rest?: JsonShape): JsonShape => ({
  list: { type, items, rest },
});

const OPEN: JsonShape = { open: true };
const SCALAR: JsonShape = { scalar: true };
const TEXT: JsonShape = { text: { type: undefined } };
const DATE: JsonShape = { text: { type: "Date" } };
const PLAIN: JsonShape = { scalar: true, text: { type: undefined }, isPlain: true };
const date = z.date();
const text = z.string();

interface Plain {
  next: Plain | null;
}
const plain: z.ZodType<Plain> = z.object({ next: z.lazy(() => plain).nullable() });
const rich: z.ZodType = z.object({ at: z.date(), next: z.lazy(() => rich).nullable() });

describe("the shape of values as JSON", () => {
  test.each<[name: string, schema: z.core.$ZodType, found: JsonShape]>([
    ["string", text, TEXT],
    ["number", z.number(), SCALAR],
    ["boolean", z.boolean(), SCALAR],
    ["null", z.null(), SCALAR],
    ["date", date, DATE],
    ["bigint", z.bigint(), { text: { type: "bigint" } }],
    ["NaN", z.nan(), { text: { type: "number" } }],
    ["undefined", z.undefined(), {}],
    ["never", z.never(), {}],
    ["symbol", z.symbol(), {}],
    ["URL", z.instanceof(URL), { text: { type: "URL" } }],
    ["another class", z.instanceof(RegExp), OPEN],
    ["any", z.any(), OPEN],
    ["literal text", z.literal("a"), TEXT],
    ["literal bigint", z.literal(1n), { text: { type: "bigint" } }],
    ["literal infinite number", z.literal(Number.POSITIVE_INFINITY), { text: { type: "number" } }],
    ["literal NaN", z.literal(Number.NaN), { text: { type: "number" } }],
    ["literal null", z.literal(null), SCALAR],
    ["literal undefined", z.literal(undefined), {}],
    ["literals", z.literal(["a", 1]), { ...TEXT, ...SCALAR }],
    ["nullable", text.nullable(), { ...TEXT, ...SCALAR }],
    ["optional", date.optional(), DATE],
    ["default", date.default(new Date(0)), DATE],
    ["lazy", z.lazy(() => date), DATE],
    ["array", z.array(date), list(undefined, [], DATE)],
    ["set", z.set(text), list("set", [], TEXT)],
    ["map", z.map(text, date), list("map", [], list(undefined, [TEXT, DATE]))],
    ["tuple", z.tuple([text, date]), list(undefined, [TEXT, DATE])],
    ["tuple with a rest", z.tuple([text], date), list(undefined, [TEXT], DATE)],
    ["object", z.object({ a: text, at: date }), object({ a: TEXT, at: DATE })],
    ["object with a catchall", z.object({ a: text }).catchall(date), object({ a: TEXT }, DATE)],
    ["record", z.record(text, date), object({}, DATE)],
    ["loose record", z.looseRecord(z.string().min(2), date), object({}, OPEN)],
    ["intersection", z.intersection(z.object({ a: text }), z.object({ at: date })), object({ a: TEXT, at: DATE })],
    [
      "intersection with a common member",
      z.intersection(z.object({ a: text, b: text }), z.object({ a: text })),
      object({ a: OPEN, b: TEXT }),
    ],
    ["intersection with a record", z.intersection(z.object({ a: text }), z.record(text, date)), OPEN],
    ["intersection that begins with a record", z.intersection(z.record(text, date), z.object({ a: text })), OPEN],
    ["intersection of texts", z.intersection(text, text), OPEN],
    ["intersection with a nullable", z.intersection(z.object({}), z.object({}).nullable()), OPEN],
    ["intersection with a text or an object", z.intersection(z.object({}), z.union([z.object({}), text])), OPEN],
    [
      "intersection with a list or an object",
      z.intersection(z.union([z.object({}), z.array(text)]), z.object({})),
      OPEN,
    ],
    ["schema that contains itself, and nothing but plain JSON", plain, PLAIN],
    ["schema that contains itself, and dates", rich, OPEN],
    ["around a schema that contains itself", z.object({ plain }), object({ plain: PLAIN })],
  ])("%s", (_name, schema, found) => {
    expect(shape(schema)).toEqual(found);
  });

  test.each<[kind: string, schema: z.core.$ZodType]>([
    ["date", z.date()],
    ["bigint", z.bigint()],
    ["NaN", z.nan()],
    ["set", z.set(text)],
    ["map", z.map(text, text)],
    ["class", z.instanceof(URL)],
    ["any", z.any()],
    ["literal bigint", z.literal([1n, "a"])],
    ["literal infinite number", z.literal([Number.POSITIVE_INFINITY, "a"])],
    ["loose record", z.looseRecord(z.string().min(2), text)],
  ])("is open where a schema contains itself and a %s", (_kind, schema) => {
    const node: z.ZodType = z.object({ schema, next: z.lazy(() => node).nullable() });
    expect(shape(node)).toEqual(OPEN);
  });

  test.each<[kind: string, schema: z.core.$ZodType]>([
    ["literal", z.literal(["a", 1, null])],
    ["record", z.record(text, z.number())],
    ["tuple", z.tuple([text, z.boolean()])],
    ["coerced text, which leaves as a text", z.coerce.string()],
    ["catch, which leaves as what it replaces", text.catch("a")],
  ])("is plain where a schema contains itself and a %s", (_kind, schema) => {
    const node: z.ZodType = z.object({ schema, next: z.lazy(() => node).nullable() });
    expect(shape(node)).toEqual(PLAIN);
  });

  test.each<[kind: string, schema: z.core.$ZodType]>([
    ["text", z.coerce.string()],
    ["number", z.coerce.number()],
    ["boolean", z.coerce.boolean()],
    ["date", z.coerce.date()],
    ["bigint", z.coerce.bigint()],
    ["catch", text.catch("a")],
  ])("of a request is open where any value is converted: %s", (_kind, schema) => {
    expect(shape(schema, "input")).toEqual(OPEN);
    expect(shape(schema, "output")).not.toEqual(OPEN);
    const node: z.ZodType = z.object({ schema, next: z.lazy(() => node).nullable() });
    expect(shape(node, "input")).toEqual(OPEN);
  });
});

describe("the shape of values of either schema", () => {
  test.each<[name: string, one: z.core.$ZodType, other: z.core.$ZodType, found: JsonShape]>([
    ["text and a number", text, z.int(), { ...TEXT, ...SCALAR }],
    ["text and a date", text, date, OPEN],
    [
      "a list and an object",
      z.array(text),
      z.object({ a: text }),
      { ...list(undefined, [], TEXT), ...object({ a: TEXT }) },
    ],
    ["a list and a set", z.array(text), z.set(text), OPEN],
    ["lists", z.array(text), z.array(z.int()), list(undefined, [], { ...TEXT, ...SCALAR })],
    ["a list and a tuple", z.array(z.int()), z.tuple([text]), list(undefined, [{ ...TEXT, ...SCALAR }], SCALAR)],
    ["tuples", z.tuple([text]), z.tuple([z.int(), date]), list(undefined, [{ ...TEXT, ...SCALAR }, DATE])],
    [
      "objects",
      z.object({ a: text, b: date }),
      z.object({ a: z.int() }),
      object({ a: { ...TEXT, ...SCALAR }, b: DATE }),
    ],
    [
      "an object and a record",
      z.object({ a: text }),
      z.record(text, z.int()),
      object({ a: { ...TEXT, ...SCALAR } }, SCALAR),
    ],
    ["any and text", z.any(), text, OPEN],
    ["plain JSON and text", plain, text, PLAIN],
    ["text and plain JSON", text, plain, PLAIN],
    [
      "plain JSON and a list of objects",
      plain,
      z.array(z.tuple([z.object({ a: z.int() }), z.record(text, text)])),
      PLAIN,
    ],
    ["plain JSON and a date", plain, date, OPEN],
    ["plain JSON and a set", z.set(text), plain, OPEN],
    ["plain JSON and any", plain, z.any(), OPEN],
    ["plain JSON and a list of dates", plain, z.array(date), OPEN],
    ["plain JSON and a tuple with a date", plain, z.tuple([text, date]), OPEN],
    ["plain JSON and an object with a date", plain, z.object({ a: date }), OPEN],
    ["plain JSON and a record of dates", plain, z.record(text, date), OPEN],
    ["plain JSON twice", plain, z.object({ plain }), PLAIN],
  ])("%s", (_name, one, other, found) => {
    expect(mergeAll([shape(one), shape(other)])).toEqual(found);
    expect(shape(z.union([one, other]))).toEqual(found);
  });
});
