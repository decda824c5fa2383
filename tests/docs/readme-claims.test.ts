import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// docs/evidence/readme-claims.md lists what the README and the comparison say, with a proof of each claim.

/** Links as their text, on one line. */
const plain = (markdown: string) =>
  markdown
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();

const page = readFileSync("docs/evidence/readme-claims.md", "utf8");
const rows = [...page.matchAll(/^\| (.+) \|$/gm)]
  .map(([, row = ""]) => row.split(" | "))
  .filter(([claim]) => claim !== "claim" && claim !== "sentence")
  .map(([claim = "", proof]) => ({ claim, proof }));

const readme = ["README.md", "docs/compared.md"]
  .map((path) => readFileSync(path, "utf8"))
  .join("\n")
  .replaceAll(/<!--.*?-->/gs, "")
  .replaceAll(/<picture>.*?alt="([^"]*)".*?<\/picture>/gs, "![$1]()") // one picture for each theme
  .replaceAll(/^```.*?^```$/gms, "")
  .replaceAll(/^\[!\[.*$/gm, "") // badges: the registry and CI draw them
  .replaceAll(/^#.*$/gm, "")
  .replaceAll(/^- /gm, "")
  .replaceAll(/<\/?(?:details|summary|p)>/g, "")
  .replaceAll(/^\| (?:to \| read|example \| contents) \|\n.*?(?=\n\n)/gms, ""); // guides and examples: links.test.ts follows them
const said = plain(readme.replaceAll(/^\|(.*)\|$/gm, (_, row: string) => cellsOf(row)));

function cellsOf(row: string): string {
  const cells = row.split("|").map((cell) => cell.trim());
  return cells.every((cell) => /^-+$/.test(cell)) ? "" : cells.filter((cell) => cell !== "").join(" · ");
}

test("the README and the comparison say what the page quotes, and nothing else", () => {
  expect(rows.length).toBeGreaterThan(60);
  const missing = rows.map(({ claim }) => claim).filter((claim) => !said.includes(claim));
  expect(missing).toEqual([]);
  const longestFirst = rows.map(({ claim }) => claim).sort((a, b) => b.length - a.length);
  const unproven = longestFirst.reduce((rest, claim) => rest.replaceAll(claim, ""), said);
  expect(unproven.trim()).toBe("");
});

test.each(rows.filter(({ proof }) => proof !== undefined))("$claim", ({ proof = "" }) => {
  const files = [...proof.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
  expect(files.length + proof.split("](https://").length).toBeGreaterThan(1);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test("the size of the client is the one that check bundle allows", () => {
  const sizes = [...said.matchAll(/is under ([\d.]+) kB/g)].map(([, kilobytes]) => Number(kilobytes) * 1000);
  const allowed = JSON.parse(readFileSync("scripts/client-size.json", "utf8"))["trestle/client"];
  expect(sizes).toEqual([allowed, allowed]);
});
