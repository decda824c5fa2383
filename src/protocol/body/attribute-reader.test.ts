import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { TypeNote } from "../../wire/notes/note.js";
import type { ErrorObject } from "../errors/request-error.js";
import { AttributeReader } from "./attribute-reader.js";

const AT = "/data/attributes/field";

async function read(schema: z.ZodType, value: unknown) {
  const errors: ErrorObject[] = [];
  const accepted = await new AttributeReader("field", schema).read(value, AT, errors);
  return { accepted, errors };
}

describe("AttributeReader.read", () => {
  test("gives the schema's output", async () => {
    expect(await read(z.string().trim(), " a ")).toEqual({ accepted: { value: "a" }, errors: [] });
    expect(await read(z.date(), "2026-01-31")).toEqual({ accepted: { value: new Date("2026-01-31") }, errors: [] });
  });

  test("makes an error object of every issue", async () => {
    const { accepted, errors } = await read(z.string().min(5, "Too short").endsWith("!", "No mark"), "ab");
    expect(accepted).toBeUndefined();
    expect(errors).toEqual([
      {
        status: 422,
        code: "too_small",
        title: "Invalid value",
        detail: "Too short",
        source: { pointer: AT },
        meta: { path: ["field"] },
      },
      {
        status: 422,
        code: "invalid_format",
        title: "Invalid value",
        detail: "No mark",
        source: { pointer: AT },
        meta: { path: ["field"] },
      },
    ]);
  });

  test("points at what is wrong inside, and at the parent of what is missing", async () => {
    const schema = z.object({ list: z.array(z.object({ name: z.string(), size: z.int() })), "a/b~": z.string() });
    const { errors } = await read(schema, { list: [{ name: "a", size: 1.5 }, { size: 1 }], "a/b~": null });
    expect(errors.map(({ code, source, meta }) => ({ code, source, path: meta?.path }))).toEqual([
      { code: "invalid_type", source: { pointer: `${AT}/list/0/size` }, path: ["field", "list", 0, "size"] },
      { code: "required", source: { pointer: `${AT}/list/1` }, path: ["field", "list", 1, "name"] },
      { code: "invalid_type", source: { pointer: `${AT}/a~1b~0` }, path: ["field", "a/b~"] },
    ]);
  });

  test("does not take null, or a wrong value in a map, for something missing", async () => {
    expect((await read(z.string(), null)).errors).toMatchObject([{ code: "invalid_type", source: { pointer: AT } }]);
    expect((await read(z.map(z.string(), z.int()), [["a", "x"]])).errors).toMatchObject([{ code: "invalid_type" }]);
  });

  test("awaits asynchronous checks, the first time and later", async () => {
    const reader = new AttributeReader(
      "field",
      z.string().refine(async (text) => text !== "taken", "Is taken"),
    );
    for (let time = 0; time < 2; time++) {
      const errors: ErrorObject[] = [];
      expect(await reader.read("free", AT, errors)).toEqual({ value: "free" });
      expect(await reader.read("taken", AT, errors)).toBeUndefined();
      expect(errors).toMatchObject([{ code: "custom", detail: "Is taken", source: { pointer: AT } }]);
    }
  });

  test("awaits asynchronous checks inside success", async () => {
    const schema = z.success(z.string().refine(async (text) => text !== "taken"));
    expect(await read(schema, "free")).toEqual({ accepted: { value: true }, errors: [] });
  });

  test("does not swallow what a check throws", () => {
    const reader = new AttributeReader(
      "field",
      z.string().transform(() => {
        throw new Error("The database is away.");
      }),
    );
    expect(() => reader.read("a", AT, [])).toThrow("The database is away.");
  });

  test("takes keys of any name", async () => {
    const value = JSON.parse('{"__proto__":{"polluted":1},"constructor":"c","prototype":"p"}');
    const { accepted, errors } = await read(z.object({ constructor: z.string(), prototype: z.string() }), value);
    expect(errors).toEqual([]);
    expect(accepted?.value).toEqual({ constructor: "c", prototype: "p" });
    const any = await read(z.record(z.string(), z.unknown()), value);
    expect(Object.getPrototypeOf(any.accepted?.value)).toBe(Object.prototype);
    expect(Reflect.get(any.accepted?.value as object, "polluted")).toBeUndefined();
  });
});

describe("what a request says of a value", () => {
  async function readNoted(schema: z.ZodType, value: unknown, note: TypeNote | null | undefined) {
    const errors: ErrorObject[] = [];
    const accepted = await new AttributeReader("field", schema).read(value, AT, errors, note);
    return errors.length === 0 ? accepted?.value : errors.map(({ code, detail }) => [code, detail]);
  }

  test("is heard where the schema leaves it open, and nowhere else", async () => {
    expect(await readNoted(z.unknown(), "1", ["bigint"])).toBe(1n);
    expect(await readNoted(z.unknown(), "1", undefined)).toBe("1");
    expect(await readNoted(z.string(), "1", ["bigint"])).toBe("1");
    const either = z.union([z.date(), z.string()]);
    expect(await readNoted(either, "2026-01-31", undefined)).toEqual(new Date("2026-01-31"));
    expect(await readNoted(either, "2026-01-31", null)).toBe("2026-01-31");
    expect(await readNoted(either, "2026-01-31", ["Date"])).toEqual(new Date("2026-01-31"));
    expect(await readNoted(z.union([z.date(), z.literal("x")]), "2026-01-31", null)).toEqual(new Date("2026-01-31"));
  });

  test("is refused where it does not fit", async () => {
    expect(await readNoted(z.unknown(), "x", ["bigint"])).toEqual([
      ["invalid_type", "The value does not match its type note in meta.trestle or in the header trestle-rich."],
    ]);
  });

  test("tells no more than a hundred errors of a value", async () => {
    const errors = await readNoted(
      z.array(z.int()),
      Array.from({ length: 300 }, () => "x"),
      undefined,
    );
    expect(errors).toHaveLength(100);
  });
});

describe("AttributeReader.absent", () => {
  test.each<[name: string, schema: z.ZodType, absent: { value: unknown } | undefined]>([
    ["required", z.string(), undefined],
    ["nullable", z.string().nullable(), undefined],
    ["any", z.any(), undefined],
    ["coerced", z.coerce.string(), undefined],
    ["nonoptional", z.string().optional().nonoptional(), undefined],
    ["optional", z.string().optional(), { value: undefined }],
    ["nullish", z.string().nullish(), { value: undefined }],
    ["default", z.string().default("x"), { value: "x" }],
    ["prefault", z.string().trim().prefault(" x "), { value: "x" }],
    ["catch", z.string().catch("x"), { value: "x" }],
    ["a transformed default", z.string().default("7").transform(Number), { value: 7 }],
    [
      "an asynchronous check of a default",
      z
        .string()
        .default("x")
        .refine(async () => true),
      { value: "x" },
    ],
    [
      "an asynchronous check that refuses it",
      z
        .string()
        .default("x")
        .refine(async () => false),
      undefined,
    ],
  ])("%s", async (_name, schema, absent) => {
    expect(await new AttributeReader("field", schema).absent).toEqual(absent);
  });

  test("gives each request a default of its own", () => {
    const reader = new AttributeReader(
      "field",
      z.array(z.string()).default(() => []),
    );
    const first = reader.absent as { value: unknown };
    const second = reader.absent as { value: unknown };
    expect(first.value).not.toBe(second.value);
  });
});
