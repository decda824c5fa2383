import { expect, test } from "vitest";
import { shareStructure } from "./structural-sharing.js";

const rich = (size = 1) => ({
  at: new Date(0),
  home: new URL("https://example.org/a"),
  like: /a/giu,
  scores: new Map([["x", { at: new Date(0), size }]]),
  tags: new Set(["a", "b"]),
});

test("equal rich values are the previous objects", () => {
  const before = rich();
  expect(shareStructure(before, rich())).toBe(before);
});

test("a different rich value is new, and all other values are the previous objects", () => {
  const before = rich();
  const after = shareStructure(before, rich(2));
  expect(after).not.toBe(before);
  expect(after).toEqual(rich(2));
  expect(after.scores).not.toBe(before.scores);
  expect([after.at, after.home, after.like, after.tags]).toEqual([before.at, before.home, before.like, before.tags]);
  expect(after.tags).toBe(before.tags);
  expect(after.like).toBe(before.like);
});

test.each<[name: string, before: unknown, after: unknown]>([
  ["a set with one more", new Set([1]), new Set([1, 2])],
  [
    "a map in another order",
    new Map([
      [1, 1],
      [2, 2],
    ]),
    new Map([
      [2, 2],
      [1, 1],
    ]),
  ],
  ["another URL", new URL("https://example.org/a"), new URL("https://example.org/b")],
  ["other flags", /a/g, /a/i],
])("%s is new", (_name, before, after) => {
  expect(shareStructure(before, after)).toBe(after);
});
