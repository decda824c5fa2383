import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CODES } from "../../../src/wire/errors.js";
import { ROOT } from "../pages.js";
import { errorExamples } from "./error-examples.js";
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

/** What a server answered when the site was built, or the members that every error of this code has. */
function exampleParts(code: string, always: object, when: string): string[] {
  const example = errorExamples.get(code);
  const isOfField = example === undefined ? when === "schema" : example.response.includes('"path":');
  const path = isOfField ? " `meta.path` is the field, by its name in your code." : "";
  const members = `\`detail\` describes the single case for people, and \`source\` says where in the request it is.${path}`;
  if (example === undefined)
    return [
      "## The error object",
      fence("json", JSON.stringify(always, null, 2)),
      `These members are always the same. ${members}`,
    ];
  return [
    "## An example",
    example.isRepeat ? "This request, with the `Idempotency-Key` of an earlier one:" : "This request:",
    fence("http", example.request),
    "gets this response:",
    fence("http", example.response),
    `\`status\`, \`code\` and \`title\` are always the same. ${members}`,
  ];
}

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

export function errorPages(): ReferencePage[] {
  const document = readFileSync(join(ROOT, DOCUMENT), "utf8");
  const pages = Object.entries(CODES).map(([code, { status, title, when }]) => {
    const [meaning, remedy] = partOf(document, code);
    const parts = [
      `# \`${code}\``,
      `**${status}** · ${title}`,
      toPages(meaning),
      "## What to do",
      toPages(remedy),
      ...exampleParts(code, { status: String(status), code, title }, when),
      "[All codes](/docs/reference/errors)",
    ];
    return { title: code, path: `errors/${code}.md`, markdown: `${parts.join("\n\n")}\n` };
  });
  return [{ title: "Error codes", path: "errors/index.md", markdown: listOfCodes() }, ...pages];
}

/** For who shortens the address of a code. */
function listOfCodes(): string {
  const rows = Object.entries(CODES)
    .sort(([, one], [, other]) => one.status - other.status)
    .map(([code, { status, title }]) => `| ${status} | [\`${code}\`](/errors/${code}) | ${title} |`);
  return `# Error codes

Each of Trestle's own errors has one of these codes. The page of a code says what it means, and what to do. All of them are on [one page](/docs/reference/errors), too.

| status | code | title |
|---|---|---|
${rows.join("\n")}
`;
}
