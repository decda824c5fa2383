import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkName, checkSegment, closest, listNames } from "./names.js";

describe("checkName", () => {
  test.each(["a", "A1", "created_at", "created-at", "a b", "café", "名前", "constructor", "toString"])(
    "takes %j",
    (name) => {
      expect(() => checkName("attribute", name, "here")).not.toThrow();
    },
  );

  test.each([
    "",
    "_a",
    "a_",
    "-a",
    " a",
    "a ",
    "a.b",
    "a/b",
    "a[b]",
    "a,b",
    "a+b",
    "a%b",
    "a:b",
    "@a",
    "a@b",
    "__proto__",
    "a\n",
    'a"b',
  ])("refuses %j", (name) => {
    expect(() => checkName("attribute", name, "here")).toThrow(
      `here: the attribute "${name}" is not a legal JSON:API member name. Use letters, digits, "_" and "-", beginning and ending with a letter or digit.`,
    );
  });

  test("a segment holds no separator", () => {
    expect(() => checkName("attribute", "a__b", "here")).not.toThrow();
    expect(() => checkSegment("relationship", "a__b", "here")).toThrow(
      'here: the relationship "a__b" contains "__", which separates names. Use a single "_".',
    );
  });
});

describe("listNames", () => {
  test.each([
    [[], "none"],
    [["a"], '"a"'],
    [["a", "b"], '"a" or "b"'],
    [["a", "b", "c"], '"a", "b" or "c"'],
  ])("%j", (names, text) => {
    expect(listNames(names)).toBe(text);
  });
});

describe("closest", () => {
  test.each([
    ["authr", ["title", "author"], "author"],
    ["Author", ["title", "author"], "author"],
    ["titles", ["title", "author"], "title"],
    ["nothingalike", ["title", "author"], undefined],
    ["x", ["y"], "y"],
    ["", ["a"], "a"],
    ["nmae", ["name"], "name"],
    ["", ["title"], undefined],
    ["title", [], undefined],
    ["ab", ["abcd"], undefined],
    ["ab", ["ca"], undefined],
    ["filter[titel]", ["filter[title]", "filter[author]"], "filter[title]"],
  ])("to %j of %j is %j", (name, names, expected) => {
    expect(closest(name, names)).toBe(expected);
  });

  /** The distance by its definition: letters added, left out, exchanged, or swapped with a neighbour. */
  function distance(a: string, b: string): number {
    if (a === "" || b === "") return a.length + b.length;
    const rest = distance(a.slice(1), b.slice(1));
    const swapped = a.length > 1 && a[0] === b[1] && a[1] === b[0] ? distance(a.slice(2), b.slice(2)) + 1 : Infinity;
    const exchanged = a[0] === b[0] ? rest : rest + 1;
    return Math.min(swapped, exchanged, distance(a.slice(1), b) + 1, distance(a, b.slice(1)) + 1);
  }

  test("differs in at most a third of the letters, and no other differs in fewer", () => {
    const name = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 4 }), (typed, names) => {
        const best = Math.min(...names.map((other) => distance(typed, other)));
        const found = closest(typed, names);
        expect(found !== undefined).toBe(best <= Math.max(1, Math.floor(typed.length / 3)));
        if (found !== undefined) expect(distance(typed, found)).toBe(best);
      }),
    );
  });

  test("finds a name for itself, and for one wrong letter", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{4,12}$/), fc.nat(), (name, at) => {
        const index = at % name.length;
        expect(closest(name, [name])).toBe(name);
        expect(closest(`${name.slice(0, index)}X${name.slice(index + 1)}`, [name])).toBe(name);
        expect(closest(`${name.slice(0, index)}${name.slice(index + 1)}`, [name])).toBe(name);
      }),
    );
  });
});
