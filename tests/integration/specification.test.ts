import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFile(new URL(path, root), "utf8");

test("every test that docs/evidence/specification.md names exists", async () => {
  const rows = (await read("docs/evidence/specification.md"))
    .split("\n")
    .filter((line) => /^\| (?!Row|Decision)/.test(line));
  expect(rows.length).toBeGreaterThan(100);
  const wrong: string[] = [];
  for (const row of rows) {
    const named = row.split(" | ").at(-1)?.replace(/ \|$/, "").split("<br>") ?? [];
    for (const entry of named) {
      const [, file = "", title = ""] = /^`([^`]+)` (\S.*)$/.exec(entry) ?? [];
      const path = file.includes("/") ? file : `tests/integration/${file}`;
      const source = await read(path).catch(() => "");
      if (title === "" || !isTitleIn(source, title)) wrong.push(`${entry}, in: ${row}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** As the title of a test or of a group of tests, or of a case in a table of them. */
function isTitleIn(source: string, title: string): boolean {
  const escaped = title.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`[([]\\s*"${escaped}",`).test(source);
}
