import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withLayerTable } from "../../scripts/support/layer-table.js";
import { layers } from "../../scripts/support/layers.js";

const table = readFileSync("docs/internals/layers.md", "utf8");
const folder = "docs/internals";
const pages = ["CONTRIBUTING.md", ...readdirSync(folder).map((name) => join(folder, name))].map((path) => ({
  path,
  text: readFileSync(path, "utf8"),
}));

test("the table of folders is what `npm run docs layers` writes", () => {
  expect(table).toBe(withLayerTable(table));
});

test("a stale table is replaced, with a row for each layer", () => {
  const stale = table.replace("| `src/define` |", "| `src/elsewhere` |");
  expect(stale).not.toBe(table);
  const fresh = withLayerTable(stale);
  expect(fresh).toBe(table);
  expect(fresh.match(/^\| `src\//gm)).toHaveLength(Object.keys(layers).length);
  expect(fresh).toMatch(/^\| `src\/query` \| .+ \| .*`client`.*types of `define`/m);
});

test("a document without a place for the table is a mistake", () => {
  expect(() => withLayerTable("# Contributing")).toThrow("The table needs a place");
});

test.each(pages)("every command that $path names exists", ({ text }) => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));
  const isThere = (script: string, name: string | undefined) =>
    script in scripts && (name === undefined || script === "bench" || existsSync(`scripts/${script}-${name}.ts`));
  const named = [...text.matchAll(/`npm run ([\w:]+)(?: ([a-z][\w-]*))?/g)];
  expect(named.filter(([, script = "", name]) => !isThere(script, name)).map(([command]) => command)).toEqual([]);
});

test("CONTRIBUTING.md fits on two pages", () => {
  const words = pages[0]?.text.replaceAll(/\]\([^)]+\)/g, "]").split(/\s+/) ?? [];
  expect(words.length).toBeLessThan(1_050);
});
