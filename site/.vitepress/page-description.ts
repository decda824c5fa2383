import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./pages.js";

/** The first paragraph of a page as plain text, for link previews and search engines. Undefined for a page without one. */
export function pageDescription(path: string): string | undefined {
  if (path.includes("[")) return undefined; // pages of the reference and of error codes: their text is not in the file
  const blocks = readFileSync(join(ROOT, path), "utf8").split(/\n{2,}/);
  const first = blocks.find((block) => /^[A-Z`*[]/.test(block));
  return first
    ?.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .replace(/\s+/g, " ");
}
