import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { valueDecoder } from "./decode-value.js";

const AT = "2026-01-31T12:00:00.000Z";

function decode(schema: z.ZodType, value: unknown): unknown {
  const decoder = valueDecoder(schema);
  return decoder === undefined ? value : decoder(value);
}

describe("valueDecoder", () => {
  test.each<[name: string, schema: z.ZodType, json: unknown, value: unknown]>([
    ["a date", z.date(), AT, new Date(AT)],
    ["a day", z.date(), "2026-01-31", new Date("2026-01-31")],
    ["a bigint", z.bigint(), "-12345678901234567890", -12345678901234567890n],
    ["a bigint literal", z.literal([7n, "x"]), "7", 7n],
    ["a text that is a literal itself", z.literal([7n, "7"]), "7", "7"],
    ["an array", z.array(z.date()), [AT], [new Date(AT)]],
    ["a set", z.set(z.bigint()), ["1", "2", "1"], new Set([1n, 2n])],
    ["a set of plain values", z.set(z.string()), ["a"], new Set(["a"])],
    ["a map", z.map(z.date(), z.bigint()), [[AT, "1"]], new Map([[new Date(AT), 1n]])],
    ["an empty map", z.map(z.string(), z.string()), [], new Map()],
    ["a record", z.record(z.string(), z.date()), { a: AT }, { a: new Date(AT) }],
    ["an object", z.object({ at: z.date(), name: z.string() }), { at: AT, name: AT }, { at: new Date(AT), name: AT }],
    ["a tuple", z.tuple([z.string(), z.date()]), [AT, AT], [AT, new Date(AT)]],
    ["a nullable", z.date().nullable(), AT, new Date(AT)],
    ["null", z.date().nullable(), null, null],
    ["an optional", z.date().optional(), AT, new Date(AT)],
    ["a default", z.date().default(new Date(0)), AT, new Date(AT)],
    ["a readonly", z.date().readonly(), AT, new Date(AT)],
    ["what a pipe takes", z.date().transform(String), AT, new Date(AT)],
    ["what a codec takes", z.codec(z.string(), z.date(), { decode: (s) => new Date(s), encode: String }), AT, AT],
    ["a lazy", z.lazy(() => z.date()), AT, new Date(AT)],
    ["text", z.string(), AT, AT],
    ["anything", z.any(), AT, AT],
  ])("decodes %s", (_name, schema, json, value) => {
    expect(decode(schema, json)).toEqual(value);
  });

  test.each<[name: string, schema: z.ZodType, json: unknown]>([
    ["text that is no date", z.date(), "2026-02-30"],
    ["a number for a date", z.date(), 0],
    ["a fraction for a bigint", z.bigint(), "1.5"],
    ["an object for an array", z.array(z.date()), { 0: AT }],
    ["an object for a set", z.set(z.date()), {}],
    ["an object for a map", z.map(z.string(), z.date()), { a: AT }],
    ["entries of three for a map", z.map(z.string(), z.date()), [["a", AT, 1]]],
    ["an array for a record", z.record(z.string(), z.date()), [AT]],
    ["an array for an object", z.object({ at: z.date() }), [AT]],
    ["null for an object", z.object({ at: z.date() }), null],
    ["an object for a tuple", z.tuple([z.date()]), { 0: AT }],
  ])("leaves %s to the schema", (_name, schema, json) => {
    expect(decode(schema, json)).toEqual(json);
    expect(schema.safeParse(decode(schema, json)).success).toBe(false);
  });

  test("is not there where JSON already is what is expected", () => {
    const json = z.object({
      a: z.array(z.string()),
      b: z.record(z.string(), z.int()),
      c: z.union([z.string(), z.null()]),
    });
    expect(valueDecoder(json)).toBeUndefined();
  });

  test("takes the first branch of a union that accepts the value", () => {
    expect(decode(z.union([z.date(), z.string()]), AT)).toEqual(new Date(AT));
    expect(decode(z.union([z.string(), z.date()]), AT)).toBe(AT);
    expect(decode(z.union([z.object({ at: z.date() }), z.bigint()]), "1")).toBe(1n);
    expect(decode(z.union([z.date(), z.bigint()]), "x")).toBe("x");
  });

  test("takes the branch that a discriminator names, also where the rest of it is wrong", () => {
    const schema = z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("event"), at: z.date(), size: z.int() }),
      z.object({ kind: z.literal("note"), text: z.string() }),
    ]);
    const result = schema.safeParse(decode(schema, { kind: "event", at: AT, size: "big" }));
    expect(result.error?.issues.map(({ path }) => path)).toEqual([["size"]]);
    expect(decode(schema, { kind: "nothing", at: AT })).toEqual({ kind: "nothing", at: AT });
    expect(decode(schema, "event")).toBe("event");
  });

  test("does not swallow what a branch throws", () => {
    const broken = z.string().transform((): never => {
      throw new Error("The database is away.");
    });
    expect(() => decode(z.union([z.date(), broken]), "x")).toThrow("The database is away.");
  });

  test("decodes an item of a tuple, and nothing where none needs it", () => {
    expect(decode(z.tuple([z.string(), z.bigint(), z.string()]), ["1", "1", "1"])).toEqual(["1", 1n, "1"]);
    expect(valueDecoder(z.tuple([z.string(), z.int()]))).toBeUndefined();
    expect(valueDecoder(z.literal(["a", 1]))).toBeUndefined();
    expect(decode(z.literal([7n, 8]), "8")).toBe("8");
  });

  test("takes a branch with asynchronous checks", async () => {
    const schema = z.union([z.date().refine(async () => true), z.int()]);
    expect(decode(schema, AT)).toEqual(new Date(AT));
  });

  test("decodes schemas that are recursive by lazy and by getter", () => {
    interface Tree {
      at: Date;
      children: Tree[];
    }
    const lazy: z.ZodType<Tree> = z.object({ at: z.date(), children: z.array(z.lazy(() => lazy)) });
    const getter = z.object({
      at: z.date(),
      get children(): z.ZodArray<typeof getter> {
        return z.array(getter);
      },
    });
    const plain = z.object({
      name: z.string(),
      get next(): z.ZodOptional<typeof plain> {
        return plain.optional();
      },
    });
    const tree = { at: AT, children: [{ at: AT, children: [] }] };
    const decoded = { at: new Date(AT), children: [{ at: new Date(AT), children: [] }] };
    expect(decode(lazy, tree)).toEqual(decoded);
    expect(decode(getter, tree)).toEqual(decoded);
    expect(decode(plain, { name: "a", next: { name: "b" } })).toEqual({ name: "a", next: { name: "b" } });
  });

  test("keeps a key of __proto__ an own one", () => {
    const decoded = decode(z.record(z.string(), z.date()), JSON.parse(`{"__proto__":"${AT}","a":"${AT}"}`));
    expect(Object.keys(decoded as object)).toEqual(["__proto__", "a"]);
    expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype);
    const object = decode(z.looseObject({ at: z.date() }), JSON.parse('{"__proto__":{"polluted":1}}'));
    expect(Reflect.get(object as object, "polluted")).toBeUndefined();
  });

  test("never throws, whatever JSON it is given", () => {
    const schema = z.object({
      a: z.map(z.string(), z.set(z.date())),
      b: z.union([z.date(), z.object({ c: z.bigint() }), z.tuple([z.date(), z.bigint()])]),
      d: z.record(z.string(), z.array(z.date().nullable())),
    });
    const shaped = fc.record({ a: fc.jsonValue(), b: fc.jsonValue(), d: fc.jsonValue() }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), shaped), (json) => {
        expect(() => decode(schema, json)).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });
});
