import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../tests/support/code-point.js";
import { parseQueryString } from "../protocol/query/query-string.js";
import { linkUrl } from "./page-urls.js";

const SAFE = /^\/x(\?[A-Za-z0-9\-._~!*'(),=&%+]*)?$/;
const query = fc.string({ unit: codePoint });

function meaning(url: string | null): [string | undefined, string | undefined][] {
  const [, text = ""] = (url ?? "").split("?");
  return parseQueryString(text).map(({ name, value }) => [name, value]);
}

describe("linkUrl", () => {
  test("takes text and null as they are", () => {
    expect(linkUrl("/x", "a=1", "https://example.com/?b")).toBe("https://example.com/?b");
    expect(linkUrl("/x", "a=1", null)).toBeNull();
  });

  test.each<[query: string, target: object, url: string]>([
    ["", { page: "3" }, "/x?page=3"],
    ["page=2&sort=title", { page: "3" }, "/x?sort=title&page=3"],
    ["page[offset]=1&page%5Blimit%5D=2", { page: { offset: 3 } }, "/x?page%5Blimit%5D=2&page%5Boffset%5D=3"],
    ["page[offset]=1", { "page[offset]": 3 }, "/x?page%5Boffset%5D=3"],
    ["include=author,categories", { page: 2 }, "/x?include=author,categories&page=2"],
    ["page=2&sort=title", { page: null }, "/x?sort=title"],
    ["page=2", { page: undefined }, "/x"],
    ["", {}, "/x"],
    ["a=1&a=2", { b: true }, "/x?a=1&a=2&b=true"],
  ])("merges into %j the target %j", (text, target, url) => {
    expect(linkUrl("/x", text, { ...target })).toBe(url);
  });

  test("keeps the rest of the query, and reflects nothing unescaped", () => {
    fc.assert(
      fc.property(query, fc.string({ unit: codePoint }), (text, value) => {
        const url = linkUrl("/x", text, { page: value });
        expect(url).toMatch(SAFE);
        const kept = parseQueryString(text).filter(({ name }) => name !== undefined && name !== "page");
        expect(meaning(url)).toEqual([...kept.map(({ name, value: own = "" }) => [name, own]), ["page", value]]);
      }),
      { numRuns: 300 },
    );
  });

  test("is not confused by names that every object has", () => {
    expect(linkUrl("/x", "__proto__=1&constructor=2", { page: 1 })).toBe("/x?__proto__=1&constructor=2&page=1");
  });
});
