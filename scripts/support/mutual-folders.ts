import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { importsOf } from "./imports.js";
import { sourceFiles } from "./source-files.js";

/**
 * Gives a sentence for each two folders under `root` that import each other: then neither can be read, or moved, without the other.
 *
 * @param left The pairs that still do. A pair that no longer does must leave the list.
 */
export function mutualFolders(root: string, left: readonly string[]): string[] {
  const arrows = arrowsIn(root);
  const pairs = new Map<string, string>();
  for (const [arrow, example] of arrows) {
    const [from = "", to = ""] = arrow.split(" > ");
    const back = arrows.get(`${to} > ${from}`);
    if (from < to && back) pairs.set(`${from} <> ${to}`, `${example}, and ${back}`);
  }
  return [
    ...[...pairs].flatMap(([pair, examples]) =>
      left.includes(pair) ? [] : [`${pair}: these folders import each other: ${examples}. Let one arrow alone stay.`],
    ),
    ...left.flatMap((pair) =>
      pairs.has(pair) ? [] : [`${pair}: remove this pair from scripts/support/layers.ts, because it is gone.`],
    ),
  ];
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
