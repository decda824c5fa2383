import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { markdownFiles } from "./markdown-files.js";

const LINK = /\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g;

test.each(markdownFiles)("every link of %s leads to a file, and to a heading of it", (document) => {
  const text = withoutCode(readFileSync(document, "utf8"));
  const broken = [...text.matchAll(LINK)].filter(([, path = "", anchor]) => {
    const target = path === "" ? document : join(dirname(document), path);
    if (!existsSync(target)) return true;
    return anchor !== undefined && (statSync(target).isDirectory() || !anchorsOf(target).includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

/** The anchors that GitHub gives to the headings of a document. */
function anchorsOf(path: string): string[] {
  return [...withoutCode(readFileSync(path, "utf8")).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** A fence may hold what looks like a link or a heading. */
const withoutCode = (markdown: string): string => markdown.replace(/^( *)(`{3,}).*?^\1\2 *$/gms, "");
