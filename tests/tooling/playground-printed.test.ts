import { expect, test } from "vitest";
import { printed } from "../../site/.vitepress/theme/playground/printed.js";

test("the playground prints values as a console does", () => {
  const value = { id: "1", at: new Date(0), tags: ["a", "b"], none: undefined, big: 10n, never: new Date(Number.NaN) };
  expect(printed(value)).toBe(`{
  id: "1",
  at: Date(1970-01-01T00:00:00.000Z),
  tags: [ "a", "b" ],
  none: undefined,
  big: 10n,
  never: Invalid Date,
}`);
});

test("the playground prints a value that contains itself, and twice what is there twice", () => {
  const author: Record<string, unknown> = { name: "Ann" };
  author.articles = [{ title: "Harbour", author }];
  expect(printed(author)).toBe(`{
  name: "Ann",
  articles: [
    { title: "Harbour", author: [Circular: this object again] },
  ],
}`);
  const one = { id: 1 };
  expect(printed([one, one])).toBe("[ { id: 1 }, { id: 1 } ]");
});
