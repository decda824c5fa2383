import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../../src/protocol/limits.js";

const page = readFileSync("docs/limits.md", "utf8");
const source = readFileSync("src/protocol/limits.ts", "utf8");

test("docs/limits.md lists every limit with its default", () => {
  const [table = ""] = page.split("\n\n").filter((block) => block.startsWith("| limit | default | of what"));
  const rows = [...table.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, name, value]) => [name, Number(value)]);
  expect(Object.fromEntries(rows)).toEqual(DEFAULT_LIMITS);
});

test("so does what is said where they are declared, and it agrees on the status", () => {
  const comments = source.matchAll(
    /\/\*\*(?:(?!\*\/).)*?default ([\d.]+)( MiB)?(?:(?!\*\/).)*?Otherwise: (\d+)\..*?readonly (\w+): number/gs,
  );
  const said = [...comments].map(([, value, mib, status, name]) => [name, Number(value) * (mib ? 2 ** 20 : 1), status]);
  const shown = [...page.matchAll(/^\| `(\w+)` \| (\d+) \|.*\| (\d+) `\w+` \|$/gm)];
  expect(said).toEqual(shown.map(([, name, value, status]) => [name, Number(value), status]));
});
