import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./pages.js";

/** The first paragraph of a page as plain text, for link previews and search engines. Undefined for a page without one. */
export function pageDescription(path: string): string | undefined {
  return firstParagraph(readFileSync(join(ROOT, path), "utf8"));
}

/** Returns the first paragraph of a page's Markdown as plain text. It skips code and hidden blocks. */
export function firstParagraph(markdown: string): string | undefined {
  const prose = markdown.replace(/^---\n.*?^---\n|<!--.*?-->|^ *(`{3,}).*?^ *\1 *$/gms, "");
  const first = prose.split(/\n{2,}/).find((block) => /^(?!\[!|\*\*\d)[A-Z`*[]/.test(block));
  const plain = first
    ?.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  // A list or code follows, and no description has it: without that sentence, or with a full stop.
  const whole = plain?.replace(/(?<=[.!?]) [^.!?]*(?:\.\S[^.!?]*)*[^.!?)]$/, "").replace(/:$/, ".");
  return whole === undefined ? undefined : (/^.{40,160}[.!?)](?= )/.exec(whole)?.[0] ?? whole); // as many sentences as previews show
}
