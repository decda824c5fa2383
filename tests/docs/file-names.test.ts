import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fencesOf } from "./fences.js";
import { markdownFiles } from "./markdown-files.js";

// A reader copies a block into a file, so each block that readers see names its file, and says where it finds the files that it imports.

const guides = markdownFiles.filter((path) => /^(README\.md|docs\/[\w-]+\.md)$/.test(path));
/** Comments become empty lines. */
const shown = (markdown: string) => markdown.replaceAll(/<!--.*?-->/gs, (hidden) => hidden.replaceAll(/[^\n]/g, ""));

test.each(guides)("every block of %s names its file", (guide) => {
  const unnamed = fencesOf(shown(readFileSync(guide, "utf8"))).filter(
    ({ code }) => !/^\/\/ file: \S/.test(code[0] ?? ""),
  );
  expect(unnamed.map(({ line }) => `${guide}:${line}`)).toEqual([]);
});

test.each(guides)("%s shows or names each file that its blocks import", (guide) => {
  const text = shown(readFileSync(guide, "utf8"));
  const code = fencesOf(text).flatMap((fence) => fence.code);
  const imported = code.flatMap((line) => /(?:from|import\()\s*"\.\/([\w-]+)\.js"/.exec(line)?.[1] ?? []);
  const prose = text.replaceAll(/^ *```.*?^ *```/gms, "");
  const named = (name: string) =>
    code.some((line) => new RegExp(`^// file: (?:\\w+/)*${name}\\.ts`).test(line)) || prose.includes(`${name}.ts`);
  expect([...new Set(imported)].filter((name) => !named(name))).toEqual([]);
});
