import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { codePoint } from "../../tests/support/code-point.js";
import { IdParser } from "./id-parser.js";

const UUID = "0190a8e0-7b6a-7c1e-8f3a-1b2c3d4e5f60";
const ints = new IdParser("int", z.int());
const strings = new IdParser("string", z.string());
const uuids = new IdParser("uuid", z.uuid());

describe("fromText", () => {
  test("reads integers that are strict decimals alone", () => {
    fc.assert(
      fc.property(fc.oneof(fc.maxSafeInteger().map(String), fc.string()), (text) => {
        const id = ints.fromText(text);
        if (id !== undefined) expect(`${id}`).toBe(text);
      }),
    );
    expect(ints.fromText("42")).toBe(42);
    for (const text of ["1e0", "0x1", "+1", "01", "-0", "", " 1", "1 ", "9007199254740992"]) {
      expect(ints.fromText(text)).toBeUndefined();
    }
  });

  test("reads any text except empty text, dots and lone surrogates", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, minLength: 1 }), (text) => {
        fc.pre(text !== "." && text !== "..");
        expect(strings.fromText(text)).toBe(text);
      }),
    );
    for (const text of ["", ".", "..", "\ud800", "a\udfff"]) expect(strings.fromText(text)).toBeUndefined();
  });

  test("reads uuids", () => {
    expect(uuids.fromText(UUID)).toBe(UUID);
    for (const text of ["", "1", `${UUID}0`, `{${UUID}}`, UUID.replaceAll("-", "")]) {
      expect(uuids.fromText(text)).toBeUndefined();
    }
  });

  test("asks the schema", () => {
    expect(new IdParser("int", z.int().positive()).fromText("-1")).toBeUndefined();
    expect(new IdParser("string", z.string().regex(/^[a-z]+$/)).fromText("A")).toBeUndefined();
    expect(new IdParser("string", z.string().toLowerCase()).fromText("A")).toBe("a");
  });
});

describe("fromBare", () => {
  test("takes numbers for integers alone", () => {
    expect(ints.fromBare(7)).toBe(7);
    expect(ints.fromBare("7")).toBe(7);
    expect(ints.fromBare(7.5)).toBeUndefined();
    expect(ints.fromBare(Number.NaN)).toBeUndefined();
    expect(strings.fromBare("7")).toBe("7");
    expect(strings.fromBare(7)).toBeUndefined();
    expect(uuids.fromBare(UUID)).toBe(UUID);
  });

  test("takes nothing else", () => {
    for (const value of [null, undefined, true, {}, [], [7], 7n]) expect(ints.fromBare(value)).toBeUndefined();
  });
});

test("an integer has nothing to be asked of a schema that takes any", () => {
  expect(new IdParser("int", z.number().int()).fromText("7")).toBe(7);
  expect(new IdParser("int", z.int32()).fromText("2147483647")).toBe(2147483647);
  expect(new IdParser("int", z.int32()).fromText("2147483648")).toBeUndefined();
  expect(new IdParser("int", z.int().max(7)).fromText("8")).toBeUndefined();
  expect(new IdParser("string", z.string().max(1)).fromText("ab")).toBeUndefined();
  expect(new IdParser("int", z.int()).fromText("x")).toBeUndefined();
});

test("noun says that there is more to an id than its kind", () => {
  expect(new IdParser("int", z.int().positive()).noun).toBe("an integer in the declared form");
  expect(new IdParser("int", z.int32().positive()).noun).toBe("a 32-bit integer in the declared form");
});

test("noun says what an id is", () => {
  expect([ints, strings, uuids].map(({ noun }) => noun)).toEqual([
    "an integer",
    'a string other than "", "." and ".."',
    "a uuid",
  ]);
  expect(new IdParser("int", z.int32()).noun).toBe("a 32-bit integer");
});
