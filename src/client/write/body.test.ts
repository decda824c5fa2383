import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fakeServer } from "../fixtures/fake-server.js";
import { isPlainJson } from "./body.js";

describe("JSON carries", () => {
  test("every value that was JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isPlainJson(value)).toBe(true);
      }),
    );
  });

  test.each<[name: string, value: unknown]>([
    ["an object without a prototype", Object.create(null)],
    ["what is left out", { note: undefined }],
    ["a member called constructor", { constructor: 1, ["__proto__"]: 2 }],
  ])("%s", (_name, value) => {
    expect(isPlainJson(value)).toBe(true);
  });

  test("a page, and the resources on it", async () => {
    const { client } = fakeServer({ data: [{ type: "articles", id: "1" }] });
    expect(isPlainJson({ related: await client.articles!.list() })).toBe(true);
  });
});

test.each<[name: string, value: unknown]>([
  ["a Date", new Date(0)],
  ["a bigint", 1n],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["a Map", new Map()],
  ["a URL", new URL("https://example.org")],
  ["an instance of a class", new (class Point {})()],
  ["bytes", new Uint8Array(1)],
  ["what has a JSON of its own", { toJSON: () => new Date(0) }],
])("it does not carry %s, wherever it is", (_name, value) => {
  expect(isPlainJson(value)).toBe(false);
  expect(isPlainJson({ deep: [{ value }] })).toBe(false);
});
