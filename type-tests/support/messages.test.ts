import { expect, test } from "vitest";
import { compileMistakes, problemsOf } from "./messages.js";

const mistakes = compileMistakes("type-tests/support/fixtures");
const problems = Object.fromEntries(mistakes.map((mistake) => [mistake.name, problemsOf(mistake)]));

test("a sentence that the compiler says passes, however it is quoted and wrapped", () => {
  expect(problems["said.ts"]).toEqual([]);
});

test("another sentence, a second mistake and a fixture without either are reported", () => {
  expect(problems["another.ts"]).toEqual([
    "the compiler does not say: no such sentence",
    "the compiler also says: Type 'string' is not assignable to type 'number'.",
  ]);
  expect(problems["second.ts"]).toEqual(["the compiler also says: Cannot find name 'nope'."]);
  expect(problems["correct.ts"]).toEqual(["the compiler does not say: is not assignable"]);
  expect(problems["unnamed.ts"]).toEqual(["it has no first line `// message: …`"]);
});
