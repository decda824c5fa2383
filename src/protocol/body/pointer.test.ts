import { expect, test } from "vitest";
import { pointer } from "./pointer.js";

test("escapes what RFC 6901 reserves", () => {
  expect(pointer("/data", "attributes", "a/b", "~1", 0)).toBe("/data/attributes/a~1b/~01/0");
  expect(pointer("", "trestle:fields")).toBe("/trestle:fields");
  expect(pointer("/data")).toBe("/data");
  expect(pointer("", "")).toBe("/");
});
