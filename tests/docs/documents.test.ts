import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fencesOf } from "./fences.js";
import { markdownFiles } from "./markdown-files.js";
import { programOf } from "./program.js";
import { checkWorkspace, runProgram, writeWorkspace } from "./workspace.js";

const documents = markdownFiles.filter((path) => /^(README\.md$|docs\/|skills\/|site\/index\.md$)/.test(path));
const programs = documents
  .map((document) => programOf(document, fencesOf(readFileSync(document, "utf8"))))
  .filter(({ files }) => files.length > 0);
const workspace = writeWorkspace("docs", programs);
const problems = checkWorkspace(workspace);

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
});

// A document may replace `fetch` to answer its own requests: the next one starts from the real one.
const { fetch } = globalThis;
afterEach(() => {
  vi.restoreAllMocks();
  globalThis.fetch = fetch;
});

test("the README shows a program", () => {
  expect(programs.map(({ document }) => document)).toContain("README.md");
});

test.each(programs)("$document compiles", ({ document }) => {
  expect(problems.get(document)).toEqual([]);
});

// A document may start a database.
test.each(programs)("$document runs", { timeout: 120_000 }, async (program) => {
  await runProgram(workspace, program);
});
