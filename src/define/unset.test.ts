import { expect, test } from "vitest";
import { changesOf, UNSET } from "./unset.js";

test("an edit's changes are what was sent, null and undefined too", () => {
  const input: Record<string, unknown> = { title: UNSET, subtitle: null, author: 7, note: undefined, tags: UNSET };
  expect(Object.entries(changesOf(input))).toEqual([
    ["subtitle", null],
    ["author", 7],
    ["note", undefined],
  ]);
  expect(input.title).toBe(UNSET);
});
