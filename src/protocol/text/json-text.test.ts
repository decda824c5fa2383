import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../fixtures/kinds.js";
import { quote } from "./json-text.js";

test("writes every text as JSON.stringify does", () => {
  const utf16 = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));
  fc.assert(
    fc.property(fc.oneof(anyText, utf16), (text) => {
      expect(quote(text)).toBe(JSON.stringify(text));
    }),
    { numRuns: 1000 },
  );
});

test("writes every UTF-16 unit as JSON.stringify does", () => {
  for (let unit = 0; unit <= 0xffff; unit++) {
    const text = String.fromCharCode(unit);
    if (quote(text) !== JSON.stringify(text)) expect(quote(text)).toBe(JSON.stringify(text));
  }
});

test("writes any text as valid UTF-8", () => {
  expect(quote("\ud800")).toBe('"\\ud800"');
  expect(quote("😀")).toBe('"😀"');
});
