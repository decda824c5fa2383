import { expect, test } from "vitest";
import { share } from "./structural-sharing.js";

const rich = (size = 1) => ({
  at: new Date(0),
  home: new URL("https://example.org/a"),
  like: /a/giu,
  scores: new Map([["x", { at: new Date(0), size }]]),
  tags: new Set(["a", "b"]),
});

test("rich values that are equal are the ones that were there before", () => {
  const before = rich();
  expect(share(before, rich())).toBe(before);
});

test("what differs in a rich value is new, and all beside it is as before", () => {
  const before = rich();
  const after = share(before, rich(2));
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
  expect(share(before, after)).toBe(after);
});
