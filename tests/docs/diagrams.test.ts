import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { diagrams } from "../../scripts/support/diagrams.js";
import { markdownFiles } from "./markdown-files.js";

const text = markdownFiles.map((path) => readFileSync(path, "utf8")).join("\n");

test("docs/diagrams has what `npm run docs diagrams` writes", () => {
  expect(readdirSync("docs/diagrams").sort()).toEqual(
    [...diagrams.keys()].map((path) => path.replace(/.*\//, "")).sort(),
  );
});

test.each([...diagrams])("%s is current, and a document shows it with its words", (path, svg) => {
  expect(readFileSync(path, "utf8")).toBe(svg);
  expect(text).toMatch(new RegExp(`!\\[[^\\]]{20,}\\]\\([./a-z]*${path.replace("docs/", "")}\\)`));
});
