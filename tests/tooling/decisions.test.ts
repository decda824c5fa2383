import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const FOLDER = "docs/decisions";

/** Each row of the index: the file that it links to, its sentence, and the number of the decision that replaced it. */
const rows = [
  ...readFileSync(join(FOLDER, "README.md"), "utf8").matchAll(
    /^\| \[(\d{4})\]\((\S+)\) \| (.+?) \| (?:\[(\d{4})\]\S*(?:, in part)? )?\|$/gm,
  ),
].map(([, number, file, sentence, replacedBy]) => ({ number, file, sentence, replacedBy }));

const files = readdirSync(FOLDER).filter((name) => name !== "README.md");

test("the index has each decision once, in the order of their numbers", () => {
  expect(rows.map(({ file }) => file)).toEqual(files.sort());
  expect(rows.map(({ number }) => number)).toEqual(files.map((_, index) => String(index + 1).padStart(4, "0")));
  for (const { number, file } of rows) expect(file?.startsWith(`${number}-`), file).toBe(true);
});

test("the index says which decision replaced another, as the decision's last line does", () => {
  const replaced = files.map((file) => {
    const last = readFileSync(join(FOLDER, file), "utf8").trimEnd().split("\n").at(-1) ?? "";
    return /^Replaced by \[?(\d{4})/.exec(last)?.[1];
  });
  expect(rows.map(({ replacedBy }) => replacedBy)).toEqual(replaced);
  expect(replaced.filter((number) => number !== undefined)).not.toEqual([]);
});
