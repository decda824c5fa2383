import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fencesOf } from "./fences.js";
import { markdownFiles } from "./markdown-files.js";

// The guides about databases show files of examples/news, which a reader copies and starts.

const shown = markdownFiles.flatMap((document) => {
  const files = new Map<string, string[]>();
  for (const { code } of fencesOf(readFileSync(document, "utf8"))) {
    const [, name] = /^\/\/ file: news\/(.+)$/.exec(code[0] ?? "") ?? [];
    if (name !== undefined) files.set(name, [...(files.get(name) ?? []), code.slice(1).join("\n")]);
  }
  return [...files].map(([name, parts]) => ({ document, name, code: `${parts.join("\n\n")}\n` }));
});

test.each(shown)("$document shows $name as it is in examples/news", ({ name, code }) => {
  expect(code).toBe(readFileSync(`examples/news/${name}`, "utf8"));
});

test("each program of examples/news is shown", () => {
  const names = readdirSync("examples/news", { recursive: true, encoding: "utf8" }).map((path) =>
    path.replaceAll("\\", "/"),
  );
  const programs = names.filter((name) => /\/.+\.ts$/.test(name));
  expect(programs.filter((name) => !shown.some((file) => file.name === name))).toEqual([]);
});

test("the package has the folder", () => {
  expect(JSON.parse(readFileSync("package.json", "utf8")).files).toContain("examples/news");
});
