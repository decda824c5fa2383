import { expect, test } from "vitest";
import { compileMistakes, problemsOf } from "./support/messages.js";

const mistakes = compileMistakes("type-tests/messages");

test("there are mistakes to try", () => {
  expect(mistakes).not.toEqual([]);
});

test.each(mistakes)("$name is answered in its own words", (mistake) => {
  expect(problemsOf(mistake)).toEqual([]);
});
