import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { examplesOf } from "./examples.js";
import { fencesOf } from "./fences.js";
import { programOf } from "./program.js";
import { checkWorkspace, runProgram, writeWorkspace } from "./workspace.js";

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8");
const program = (name: string) => programOf(name, fencesOf(fixture(name)));

const good = program("good.md");
const badTypes = program("bad-types.md");
const badRun = program("bad-run.md");
const comments = programOf(
  "comments.md",
  fencesOf("```ts\nconst at = new Date() as Date | null;\nat; // Date\nat; // Date | null\n```"),
);
const workspace = writeWorkspace("docs-harness", [good, badTypes, badRun, comments]);
const problems = checkWorkspace(workspace);

test("the blocks of a document become files, in order, a named one in one piece", () => {
  expect(good.files.map(({ name, runs }) => [name, runs])).toEqual([
    ["shelf.ts", true],
    ["block-2.ts", true],
    ["block-3.ts", false],
    ["block-5.ts", true],
  ]);
  expect(good.files[0]?.lines).toEqual([4, 5, 29, 30]);
});

test("a block whose file is new is a later version, in a folder of its own", () => {
  const { files } = programOf("x.md", fencesOf("```ts\n// file: a.ts\n```\n```ts\n// file: a.ts (new)\n```"));
  expect(files.map(({ name }) => name)).toEqual(["a.ts", "new/a.ts"]);
});

test("a document that holds passes both", async () => {
  expect(problems.get("good.md")).toEqual([]);
  await runProgram(workspace, good);
});

test("what does not compile is reported on the document's own line, an unused @ts-expect-error too", () => {
  expect(problems.get("bad-types.md")).toEqual([
    "bad-types.md:8 TS2322: Type 'string' is not assignable to type 'number'.",
    "bad-types.md:9 TS2578: Unused '@ts-expect-error' directive.",
  ]);
});

test("a comment that is a type must be the type of the value before it", () => {
  expect(problems.get("comments.md")?.map((problem) => problem.slice(0, 13))).toEqual(["comments.md:3"]);
});

test("a block that throws fails its document", async () => {
  expect(problems.get("bad-run.md")).toEqual([]);
  await expect(runProgram(workspace, badRun)).rejects.toThrow(SyntaxError);
});

test("a misspelt flag and an open fence are mistakes", () => {
  expect(() => programOf("x.md", fencesOf("```ts norun\n```"))).toThrow('x.md:2 a ts block cannot be "norun"');
  expect(() => fencesOf("text\n```ts\n1")).toThrow("the fence that opens on line 2 is never closed");
});

test("examples are the fences under @example, with the preamble's names where they are missing", () => {
  const examples = examplesOf(fixture("documented.txt"), ["two", "strict"]);

  expect(examples.map(({ line, code }) => [line, code[0]])).toEqual([
    [10, 'import { two } from "./preamble.js"; import { strict } from "node:assert";'],
    [17, 'const two = "own";'],
    [27, "const object = { two: 1 };"],
  ]);
  expect(examples[2]?.flags).toEqual(["no-run"]);
});

test("a tsx block is part of the program if it has a flag", () => {
  const { files } = programOf("x.md", fencesOf("```tsx run\n// file: a.tsx\n```\n```tsx\n// file: b.tsx\n```"));
  expect(files.map(({ name, runs }) => [name, runs])).toEqual([["a.tsx", true]]);
});
