import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeSets, mergeWords } from "./merge-words.js";

const text = fc.array(fc.constantFrom("a", "b", "One.", "two", " ", "\n", "\n\n", "“")).map((all) => all.join(""));

test("the other edit comes out if one side is unchanged, and an edit that both made comes once", () => {
  fc.assert(
    fc.property(text, text, (base, edited) => {
      expect(mergeWords(base, edited, base)).toBe(edited);
      expect(mergeWords(base, base, edited)).toBe(edited);
      expect(mergeWords(base, edited, edited)).toBe(edited);
    }),
  );
});

/** A text of different words, in which each side replaces, removes or adds to words of its own, that do not touch. */
const disjoint = fc
  .array(fc.record({ by: fc.constantFrom("mine", "theirs", "nobody"), how: fc.constantFrom("new", "gone", "more") }), {
    minLength: 1,
  })
  .map((words) => {
    const write = (...sides: string[]) =>
      words
        .flatMap(({ by, how }, index) => {
          const edited = { new: [`${by}${index}`], gone: [], more: [`old${index}`, `${by}${index}`] }[how] ?? [];
          return [...(sides.includes(by) ? edited : [`old${index}`]), `stays${index}`, `also${index}`];
        })
        .join(" ");
    return { base: write(), mine: write("mine"), theirs: write("theirs"), both: write("mine", "theirs") };
  });

test("edits of different words are both in it, and nothing is there twice", () => {
  fc.assert(
    fc.property(disjoint, ({ base, mine, theirs, both }) => {
      expect(mergeWords(base, mine, theirs)).toBe(both);
      expect(mergeWords(base, theirs, mine)).toBe(both);
    }),
  );
});

test("it does not matter whose edit is named first", () => {
  fc.assert(
    fc.property(text, text, text, (base, mine, theirs) => {
      expect(mergeWords(base, theirs, mine)).toBe(mergeWords(base, mine, theirs));
    }),
  );
});

test.each([
  ["The mayor came.", "The new mayor came.", "The mayor came late.", "The new mayor came late."],
  ["One.\n\nTwo.", "Zero.\n\nOne.\n\nTwo.", "One.\n\nTwo.\n\nThree.", "Zero.\n\nOne.\n\nTwo.\n\nThree."],
  ["Night shift", "Day shift", "Late shift", undefined],
  ["One.", "One. Mine.", "One. Theirs.", undefined],
  ["", "Mine", "Theirs", undefined],
])("of %j, %j and %j become %j", (base, mine, theirs, merged) => {
  expect(mergeWords(base, mine, theirs)).toBe(merged);
});

test("of a set, what one side added stays, and what one side removed goes", () => {
  expect(mergeSets(["1", "2"], ["2", "3"], ["1", "2", "4"])).toEqual(["2", "3", "4"]);
});
