import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CODES } from "../../../src/wire/errors.js";
import { ROOT } from "../pages.js";
import type { ReferencePage } from "./reference.js";

// A page for each code of Trestle's own errors. What they say is written once, in docs/reference/errors.md.

const DOCUMENT = "docs/reference/errors.md";

/** The part of the document that explains a code: what it means, and what to do. */
function partOf(document: string, code: string): readonly [meaning: string, remedy: string] {
  const [, meaning, remedy] = new RegExp(`^### \`${code}\`\\n\\n((?:.+\\n)+)\\n((?:.+\\n)+)`, "m").exec(document) ?? [];
  if (meaning === undefined || remedy === undefined)
    throw new Error(
      `${DOCUMENT} needs a heading "### \`${code}\`" with two paragraphs: what it means, and what to do.`,
    );
  return [meaning.trim(), remedy.trim()];
}

/** The document links to guides by their files. */
const toPages = (markdown: string): string => markdown.replace(/\]\(\.\.\/([\w-]+)\.md/g, "](/docs/$1");

export function errorPages(): ReferencePage[] {
  const document = readFileSync(join(ROOT, DOCUMENT), "utf8");
  return Object.entries(CODES).map(([code, { status, title }]) => {
    const [meaning, remedy] = partOf(document, code);
    const parts = [
      `# \`${code}\``,
      toPages(meaning),
      "## What to do",
      toPages(remedy),
      "## The error object",
      `\`\`\`json\n${JSON.stringify({ status: String(status), code, title }, null, 2)}\n\`\`\``,
      "These members are always the same. `detail` describes the single case for people, and `source` says where in the request it is.",
      "[All codes](/docs/reference/errors)",
    ];
    return { title: code, path: `errors/${code}.md`, markdown: `${parts.join("\n\n")}\n` };
  });
}
