import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RequestError } from "../errors/request-error.js";
import { own } from "../../wire/notes/note.js";
import { isJsonObject, parseDocument } from "./parse-document.js";

function errorObjectOf(body: string | undefined) {
  try {
    parseDocument(body);
  } catch (error) {
    if (error instanceof RequestError) return error.errors[0];
    throw error;
  }
  return undefined;
}

describe("parseDocument", () => {
  test("gives an object", () => {
    expect(parseDocument(' {"data": null} ')).toEqual({ data: null });
  });

  test.each([undefined, ""])("refuses an empty body: %j", (body) => {
    expect(errorObjectOf(body)).toMatchObject({ status: 400, code: "invalid_document", source: { pointer: "" } });
  });

  test.each(["{", '{"data":}', "nope", "'{}'", '{"a":1}}', '{"a":NaN}', " ", "\u0000"])(
    "refuses %j as no JSON",
    (body) => {
      expect(errorObjectOf(body)).toMatchObject({
        status: 400,
        code: "malformed_json",
        title: "Malformed JSON",
        source: { pointer: "" },
      });
    },
  );

  test.each(["[]", "null", "1", '"data"', "true"])("refuses %j as no document", (body) => {
    expect(errorObjectOf(body)).toMatchObject({ status: 400, code: "invalid_document", source: { pointer: "" } });
  });

  test("says which of these it is", () => {
    expect(errorObjectOf("")?.detail).toBe("The body is empty. Send a JSON:API document.");
    expect(errorObjectOf("[]")?.detail).toBe("A JSON:API document must be an object.");
    expect(errorObjectOf("{")?.detail).toMatch(/^The body is not JSON: .*JSON/);
    expect(() => parseDocument('{"a":[[1]],"b":"xxx"}', 2)).toThrow(
      "The document has more than 2 levels, which is the maximum.",
    );
    expect(parseDocument('{"a":[[1]],"b":"xxx"}', 3)).toEqual({ a: [[1]], b: "xxx" });
  });

  test("says of malformed JSON no more than fits into a message", () => {
    expect(errorObjectOf(`{"a": ${"x".repeat(5000)}`)?.detail.length).toBeLessThan(300);
  });

  test("refuses what is nested deeper than any document, before recursion does", () => {
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      const nested = (depth: number) => `{"data":${open.repeat(depth)}1${close.repeat(depth)}}`;
      expect(parseDocument(nested(100))).toBeTypeOf("object");
      expect(errorObjectOf(nested(100_000))).toMatchObject({ status: 400, code: "invalid_document" });
    }
  });

  test("takes brackets in text for text", () => {
    const text = '[{"\\['.repeat(10_000);
    expect(parseDocument(JSON.stringify({ text }))).toEqual({ text });
  });

  test("returns an object or rejects any body", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
        const problem = errorObjectOf(body);
        if (problem === undefined) expect(isJsonObject(JSON.parse(body))).toBe(true);
        else expect(problem.status).toBe(400);
      }),
    );
  });
});

describe("member", () => {
  test("is an own one alone", () => {
    const object = parseDocument('{"data":1,"__proto__":{"inherited":2}}');
    expect(own(object, "data")).toBe(1);
    expect(own(object, "toString")).toBeUndefined();
    expect(own(object, "constructor")).toBeUndefined();
    expect(own(object, "inherited")).toBeUndefined();
    expect(own(object, "__proto__")).toEqual({ inherited: 2 });
  });
});

test("a byte order mark before the document is ignored", () => {
  expect(parseDocument('\ufeff{"data":null}')).toEqual({ data: null });
});
