import { expect, test } from "vitest";
import { ValueMismatch, RowError } from "./row-error.js";

test("a row that does not fit is named, with its field", () => {
  expect(new RowError("articles", 1, "title", "is missing")).toMatchObject({
    name: "RowError",
    message: 'The row of articles 1 does not fit its declaration: "title" is missing.',
  });
  expect(new RowError("tags", 'a"b', "name", "is null").message).toContain('The row of tags "a\\"b" does not fit');
});

test.each<[value: unknown, description: string]>([
  [null, "null"],
  [undefined, "undefined"],
  [1.5, "the number 1.5"],
  [Number.NaN, "the number NaN"],
  ["secret", "a string"],
  [1n, "a bigint"],
  [true, "a boolean"],
  [Symbol("secret"), "a symbol"],
  [["secret"], "an array"],
  [new Date(0), "a Date"],
  [{ secret: 1 }, "an object"],
])("a value is described by its kind %#: %s", (value, description) => {
  expect(new ValueMismatch("a list", value)).toMatchObject({
    message: `is ${description}, not a list`,
    expected: "a list",
    value,
  });
});
