import { describe, expect, test } from "vitest";
import { compilers } from "../scripts/support/tsc.js";
import { compileMistakes, problemsOf, saysExactly, saysInWords } from "./support/messages.js";

const versions = Object.keys(compilers) as (keyof typeof compilers)[]; // the keys of an object literal

describe.each(versions)("TypeScript %s", (version) => {
  const mistakes = compileMistakes("type-tests/messages", version);
  const says = version === "7" ? saysExactly : saysInWords;

  test("there are mistakes to try", () => {
    expect(mistakes).not.toEqual([]);
  });

  test.each(mistakes)("$name is answered in its own words", (mistake) => {
    expect(problemsOf(mistake, says)).toEqual([]);
  });
});
