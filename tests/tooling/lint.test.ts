import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
const fixture = fileURLToPath(new URL("./fixtures/lint", import.meta.url));
let folder: string;

// The project's own configuration over files that break it; in their own place they are left out of every lint.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "trestle-lint-"));
  cpSync(fixture, join(folder, "src"), { recursive: true });
  cpSync("biome.json", join(folder, "biome.json"));
  cpSync("scripts/api-interface.grit", join(folder, "scripts/api-interface.grit"));
  cpSync(".gitignore", join(folder, ".gitignore"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function lint(path: string): { passes: boolean; rules: string[] } {
  const args = [biome, "lint", "--error-on-warnings", "--reporter=json", join("src", path)];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const { diagnostics }: { diagnostics: { category: string }[] } = JSON.parse(stdout);
  return { passes: status === 0, rules: [...new Set(diagnostics.map(({ category }) => category))].sort() };
}

test.each([
  ["default-export.ts", "lint/style/noDefaultExport"],
  ["any.ts", "lint/suspicious/noExplicitAny"],
  ["cycle-a.ts", "lint/suspicious/noImportCycles"],
  ["unused.ts", "lint/correctness/noUnusedImports"],
  ["unused-variable.ts", "lint/correctness/noUnusedVariables"],
  ["barrel.ts", "lint/performance/noBarrelFile"],
])("%s fails the lint: %s", (path, rule) => {
  expect(lint(path)).toEqual({ passes: false, rules: [rule] });
});

test.each(["index.ts", "client/index.ts", "fine.ts"])("%s passes", (path) => {
  expect(lint(path)).toEqual({ passes: true, rules: [] });
});
