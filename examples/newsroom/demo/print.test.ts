import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { wrap } from "./print.js";

const url =
  "GET /api/articles?filter[title][contains]=harbour&filter[published]=true&sort=-created_at  \u001b[32m200\u001b[0m";
const message =
  "\u001b[31mTS2561: Object literal may only specify known properties. Did you mean to write 'title__contains'?\u001b[0m";

test.each([url, message])("a long line fits the terminal: %s", (line) => {
  const lines = wrap(line, 60).split("\n");
  expect(lines.length).toBeGreaterThan(1);
  // Three of the columns are the indentation, and a space at the end is not seen.
  for (const each of lines) expect(stripVTControlCharacters(each).trimEnd().length).toBeLessThanOrEqual(57);
  expect(lines.map((each, index) => (index === 0 ? each : each.slice(2))).join("")).toBe(line);
});

test("without a terminal, and in a wide one, a line stays as it is", () => {
  for (const columns of [undefined, 200]) expect(wrap(message, columns)).toBe(message);
});
