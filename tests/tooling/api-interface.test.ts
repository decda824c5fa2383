import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { markdownFiles } from "../docs/markdown-files.js";

// The rule that the guide shows is the rule of this project.

const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
const fixture = fileURLToPath(new URL("./fixtures/api-interface", import.meta.url));
const rule = /```grit\n([\s\S]*?)```/.exec(readFileSync("docs/reference/define.md", "utf8"))?.[1] ?? "";
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "trestle-api-"));
  cpSync(fixture, folder, { recursive: true });
  writeFileSync(join(folder, "api-interface.grit"), rule);
  writeFileSync(join(folder, "biome.json"), JSON.stringify({ plugins: ["./api-interface.grit"] }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function lint(name: string): { passes: boolean; categories: string[] } {
  const { status, stdout } = spawnSync(process.execPath, [biome, "lint", "--reporter=json", name], {
    cwd: folder,
    encoding: "utf8",
  });
  const { diagnostics }: { diagnostics: { category: string }[] } = JSON.parse(stdout);
  return { passes: status === 0, categories: diagnostics.map(({ category }) => category) };
}

test.each(["alias.ts", "argument.ts"])("the rule of the guide refuses %s", (name) => {
  expect(lint(name)).toEqual({ passes: false, categories: ["plugin"] });
});

test("the rule of the guide accepts an interface, and aliases of other values", () => {
  expect(lint("fine.ts")).toEqual({ passes: true, categories: [] });
});

test("the lint of this project has the same rule", () => {
  expect(readFileSync("scripts/api-interface.grit", "utf8")).toBe(rule);
});

// Biome does not read the programs in documents.
test.each(markdownFiles)("%s shows no alias", (path) => {
  const text = readFileSync(path, "utf8").replaceAll(
    /(?:`export type Api = typeof api`|^```(?:grit|json)$[\s\S]*?^```$)/gm,
    "",
  );
  expect(text).not.toMatch(/type \w*Api = typeof|createClient<typeof/);
});
