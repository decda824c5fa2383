import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { importsOf } from "./imports.js";
import { sourceFiles } from "./source-files.js";

/** Gives a sentence for each two folders under `root` that import each other: then neither can be read, or moved, without the other. */
export function mutualFolders(root: string): string[] {
  const arrows = arrowsIn(root);
  return [...arrows].flatMap(([arrow, example]) => {
    const [from = "", to = ""] = arrow.split(" > ");
    const back = arrows.get(`${to} > ${from}`);
    if (back === undefined || from > to) return [];
    return [`${from} <> ${to}: these folders import each other: ${example}, and ${back}. Let one arrow alone stay.`];
  });
}

/** From "client/read > client/send" to one of its imports. */
function arrowsIn(root: string): ReadonlyMap<string, string> {
  const arrows = new Map<string, string>();
  for (const path of sourceFiles(root)) {
    for (const { specifier, line } of importsOf(path, readFileSync(join(root, path), "utf8"))) {
      if (!specifier.startsWith(".")) continue;
      const [from, to] = [dirname(path), dirname(normalize(join(dirname(path), specifier)))];
      if (from !== to) arrows.set(`${from} > ${to}`, `${join(root, path)}:${line} imports "${specifier}"`);
    }
  }
  return arrows;
}
