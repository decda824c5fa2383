import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withLayerTable } from "../../scripts/support/layer-table.js";
import { layers } from "../../scripts/support/layers.js";

const contributing = readFileSync("CONTRIBUTING.md", "utf8");

test("the table of folders is what `npm run docs layers` writes", () => {
  expect(contributing).toBe(withLayerTable(contributing));
});

test("a stale table is replaced, with a row for each layer", () => {
  const stale = contributing.replace("| `src/define` |", "| `src/elsewhere` |");
  expect(stale).not.toBe(contributing);
  const fresh = withLayerTable(stale);
  expect(fresh).toBe(contributing);
  expect(fresh.match(/^\| `src\//gm)).toHaveLength(Object.keys(layers).length);
  expect(fresh).toMatch(/^\| `src\/query` \| .+ \| .*`client`.*types of `define`/m);
});

test("a document without a place for the table is a mistake", () => {
  expect(() => withLayerTable("# Contributing")).toThrow("The table needs a place");
});

test("every command on the page exists", () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));
  const named = [...contributing.matchAll(/`npm run ([\w:]+)(?: ([a-z][\w-]*))?/g)];
  const isThere = (script: string, name: string | undefined) =>
    script in scripts && (name === undefined || existsSync(`scripts/${script}-${name}.ts`));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(([, script = "", name]) => !isThere(script, name)).map(([text]) => text)).toEqual([]);
});

test("every file that it names exists", () => {
  const named = [...contributing.matchAll(/\]\((src\/[^)]+)\)/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
