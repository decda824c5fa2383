import { readdirSync } from "node:fs";
import { join, sep } from "node:path";

const FOLDERS = ["src", "docs", "skills", "tests", "type-tests", "scripts", "examples", "bench"];
const SKIPPED_FOLDERS = new Set(["node_modules", "dist", "fixtures", "data", "results"]);
/** Fiction, the list of banned phrases and its test, and a page whose words are the standard's and the tests'. */
const SKIPPED_FILES = new Set([
  "examples/newsroom/db/seed-text.ts",
  "scripts/support/banned-phrases.ts",
  "tests/tooling/english.test.ts",
  "docs/evidence/conformance.md",
]);

/** The documents and sources under `root` that the authors of Trestle wrote, as sorted paths with slashes. */
export function writtenFiles(root: string): string[] {
  const under = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : under(path);
      return [path];
    });
  const atRoot = readdirSync(root, { withFileTypes: true });
  const folders = atRoot.filter((entry) => entry.isDirectory() && FOLDERS.includes(entry.name));
  return [
    ...atRoot.filter((entry) => entry.isFile()).map(({ name }) => name),
    ...folders.flatMap(({ name }) => under(name)),
  ]
    .filter((path) => /\.(md|ts|tsx|mjs)$/.test(path))
    .map((path) => path.replaceAll(sep, "/"))
    .filter((path) => !SKIPPED_FILES.has(path))
    .sort();
}
