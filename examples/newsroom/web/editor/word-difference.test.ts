import { expect, test } from "vitest";
import { wordDifference } from "./word-difference.js";

const marked = (before: string, after: string) =>
  wordDifference(before, after)
    .map(({ text, kind }) => (kind === "same" ? text : kind === "added" ? `[+${text}]` : `[-${text}]`))
    .join("");

test.each([
  ["Night shift at the pharmacy", "Day shift at the pharmacy", "[-Night][+Day] shift at the pharmacy"],
  ["One.\nTwo.\nThree.", "One.\nTwo and a half.\nThree.", "One.\nTwo[+ and a half].\nThree."],
  ["Nurses design it", "Day shift it", "[-Nurses design][+Day shift] it"],
  ["Same.", "Same.", "Same."],
  ["", "New", "[+New]"],
  ["Old", "", "[-Old]"],
  ["", "", ""],
  ["a a a", "a a", "a a[- a]"],
  ["One.\n", "One.\nOne.\n", "One.\n[+One.\n]"],
])("%j became %j", (before, after, expected) => {
  expect(marked(before, after)).toBe(expected);
});

test("both versions come back from the parts, also of texts that are compared by paragraphs", () => {
  const paragraph = "It is a long paragraph of many words. ".repeat(60);
  const before = `${paragraph}\n${paragraph}one\n${paragraph}`;
  const after = `${paragraph}\n${paragraph}two\n${paragraph}three\n`;
  const parts = wordDifference(before, after);
  const without = (kind: string) =>
    parts
      .filter((part) => part.kind !== kind)
      .map(({ text }) => text)
      .join("");
  expect([without("added"), without("removed")]).toEqual([before, after]);
  expect(parts.filter(({ kind }) => kind === "removed").map(({ text }) => text)).toContain(
    `${paragraph}one\n${paragraph}`,
  );
});
