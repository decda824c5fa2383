import type { CodeOf } from "../../wire/errors.js";
import { describe, expect, test } from "vitest";
import { contentTooLarge, httpError, UNDECODABLE_PATH } from "./http-error.js";
import { documentError, notFound, parameterError, RequestError } from "./request-error.js";
import { quoteShort } from "../text/json-text.js";

describe("a refusal", () => {
  test("is an error of all errors at once, with the headers that go with them", () => {
    const errors = [notFound("One."), documentError("/data", "Two.")];
    const refusal = new RequestError(errors, { allow: "GET" });
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).toMatchObject({ name: "RequestError", message: "One. Two.", errors, headers: { allow: "GET" } });
    expect(new RequestError(errors).headers).toEqual({});
  });
});

describe("what was sent", () => {
  test.each([
    ['a"b', undefined, '"a\\"b"'],
    ["x".repeat(80), undefined, `"${"x".repeat(80)}"`],
    ["x".repeat(81), undefined, `"${"x".repeat(80)}…"`],
    ["abc", 3, '"abc"'],
    ["abcd", 3, '"abc…"'],
  ])("is quoted and cut: %j to %s", (text, length, shown) => {
    expect(quoteShort(text, length)).toBe(shown);
  });
});

describe("a problem", () => {
  test.each<[code: CodeOf<400, "query">, title: string]>([
    ["unknown_parameter", "Unknown query parameter"],
    ["missing_parameter", "Missing query parameter"],
    ["duplicate_parameter", "Duplicate query parameter"],
    ["invalid_parameter", "Invalid query parameter"],
  ])("of a query parameter: %s", (code, title) => {
    const source = { parameter: "sort" };
    expect(parameterError(code, "sort", "Why.")).toEqual({ status: 400, code, title, detail: "Why.", source });
  });

  test("of a document, and of what is not there", () => {
    expect(documentError("/data", "Why.")).toEqual({
      status: 400,
      code: "invalid_document",
      title: "Invalid document",
      detail: "Why.",
      source: { pointer: "/data" },
    });
    expect(notFound("Why.")).toEqual({ status: 404, code: "not_found", title: "Not found", detail: "Why." });
  });

  test("of which only the status is known", () => {
    expect(httpError(431, "Why.")).toEqual({
      status: 431,
      code: "request_header_fields_too_large",
      title: "Request header fields too large",
      detail: "Why.",
    });
    expect(httpError(418, "Why.")).toEqual({ status: 418, code: "error", title: "Error", detail: "Why." });
    expect(UNDECODABLE_PATH).toMatchObject({ status: 400, detail: "The path is not percent-encoded UTF-8." });
  });

  test("of a body that is too large", () => {
    expect(contentTooLarge(7).errors).toEqual([
      {
        status: 413,
        code: "content_too_large",
        title: "Content too large",
        detail: "The body has more than 7 bytes, which is the maximum.",
      },
    ]);
  });
});
