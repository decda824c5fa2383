import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { markdownFiles } from "./markdown-files.js";

// A reader of a guide wants to do something: code comes first, and then what a reader compares, chooses or must know.

/** The words until the first code. Two or three sentences say what the guide is for. */
const MAX_WORDS_BEFORE_CODE = 90;

/** A reader looks something up in them. */
const TABLES = ["docs/README.md", "docs/compared.md", "docs/troubleshooting.md"];

const guides = markdownFiles.filter((path) => /^docs\/[\w-]+\.md$/.test(path) && !TABLES.includes(path));

test.each(guides)("%s opens with something to do", (guide) => {
  const shown = readFileSync(guide, "utf8").replaceAll(/<!--.*?-->/gs, "");
  const [opening = ""] = shown.split(/^ *```/m);
  expect(opening.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThan(MAX_WORDS_BEFORE_CODE);
  expect(opening).not.toMatch(/^\|/m);
});
