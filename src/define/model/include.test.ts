import fc from "fast-check";
import { expect, test } from "vitest";
import { withPrefixes } from "./include.js";

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
