import fc from "fast-check";
import { expect, test } from "vitest";
import { below, headOf, joinSegments, separatedBy, prefixesOf, segmentsOf, withPrefixes } from "./include-path.js";

test("a path declares its prefixes, each once, shorter before longer", () => {
  expect(withPrefixes(["author__articles__tags", "author", "categories"])).toEqual([
    "author",
    "author__articles",
    "author__articles__tags",
    "categories",
  ]);
  expect(withPrefixes([])).toEqual([]);
});

test("every prefix of every path is there, and nothing else", () => {
  const path = fc.array(fc.constantFrom("a", "b", "c_d"), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(path), (paths) => {
      const expected = new Set(
        paths.flatMap((segments) => segments.map((_, index) => segments.slice(0, index + 1).join("__"))),
      );
      const all = withPrefixes(paths.map((segments) => segments.join("__")));
      expect(new Set(all)).toEqual(expected);
      expect(all).toHaveLength(expected.size);
      for (const [index, name] of all.entries()) {
        const parent = name.split("__").slice(0, -1).join("__");
        if (parent !== "") expect(all.indexOf(parent)).toBeLessThan(index);
      }
    }),
  );
});

test("a name is cut and joined at its separators", () => {
  expect(segmentsOf("author__articles")).toEqual(["author", "articles"]);
  expect(joinSegments("articles", "author", "related")).toBe("articles__author__related");
  expect(["author__articles__tags", "a_b", ""].map(headOf)).toEqual(["author", "a_b", ""]);
  expect(prefixesOf(["author", "articles"])).toEqual(["author", "author__articles"]);
});

test.each([
  ["author__articles__tags", "author", "articles__tags"],
  ["author__articles", "author__articles", undefined],
  ["authors__articles", "author", undefined],
])("%s below %s is %s", (path, parent, rest) => {
  expect(below(path, parent)).toBe(rest);
});

test("a URL has another separator", () => {
  expect(["a", "a__b", "a__b__c", "a_b__", ""].map((name) => separatedBy(name, "."))).toEqual([
    "a",
    "a.b",
    "a.b.c",
    "a_b.",
    "",
  ]);
  const name = fc.stringMatching(/^[ab_]{0,9}$/);
  fc.assert(
    fc.property(name, (text) => {
      expect(separatedBy(text, "][")).toBe(text.split("__").join("]["));
    }),
  );
});
