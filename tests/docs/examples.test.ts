import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { examplesOf } from "./examples.js";
import { programOf } from "./program.js";
import { checkWorkspace, runProgram, writeWorkspace } from "./workspace.js";

const preamble = resolve("docs/support/preamble.ts");
const names = existsSync(preamble) ? Object.keys(await import(preamble)) : [];

const programs = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .map((path) => join("src", path))
  .sort()
  .map((path) => programOf(path, examplesOf(readFileSync(path, "utf8"), names)))
  .filter(({ files }) => files.length > 0);
const workspace = writeWorkspace("examples", programs);
const problems = checkWorkspace(workspace);

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

test.each(programs)("the examples in $document compile", ({ document }) => {
  expect(problems.get(document)).toEqual([]);
});

test.each(programs)("the examples in $document run", async (program) => {
  await runProgram(workspace, program);
});
