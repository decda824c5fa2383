import { notes } from "../../conformance/notes.js";
import { OTHER_PROGRAMS } from "./other-programs.js";
import { type Proof, readProofs } from "./proofs.js";
import { type Role, type Section, type Statement, sections } from "./statements.js";

const HEAD = `# JSON:API 1.1, statement by statement

This page lists every MUST and SHOULD of the standard that applies to a server or a client, and the tests that fail when
Trestle breaks it. The tests speak real HTTP, and those about the server run on both adapters. If a statement has no test, one line
says why. The statements are quoted from the standard (jsonapi.org, CC0). Where 1.0 and 1.1 differ, the page quotes 1.1.

\`npm run docs conformance\` writes this page from \`tests/conformance/\`, and a test fails when the page is out of date. In addition,
every document of every test is checked against the standard's JSON schema with the members of 1.1, for full linkage, and for
duplicate resources (\`tests/support/jsonapi/\`).
`;

const CURSOR_PAGES = `## The cursor pagination profile

\`cursorPage\` follows the [cursor pagination profile](https://jsonapi.org/profiles/ethanresnick/cursor-pagination/). Its tests are
\`src/define/api/cursor-page.test.ts\`, \`tests/integration/cursor-pages.test.ts\`, and for sources \`tests/sources/\`. One optional part is not sent:

| Statement | Server |
|---|---|
| The server **MAY** choose to send some or all pagination items back to the client with a \`cursor\` member in the pagination item's metadata. | *Not sent: \`meta.page.cursor\` would make each item larger. The links \`prev\` and \`next\` of a page lead on from its first and its last item* |
`;

/** The text of the page, from the tests. */
export function conformancePage(): string {
  const proofs = readProofs();
  return [
    HEAD,
    summary(proofs),
    ...sections.map((section) => table(section, proofs)),
    CURSOR_PAGES,
    OTHER_PROGRAMS,
  ].join("\n");
}

function summary(proofs: readonly Proof[]): string {
  const all = sections.flatMap(({ statements }) => statements);
  const line = (role: Role) => {
    const own = all.filter((statement) => statement.for.includes(role));
    const count = (level: string) => own.filter((statement) => statement.level === level);
    const proved = (list: readonly Statement[]) =>
      list.filter(({ id }) => proofs.some((proof) => proof.id === id && proof.role === role)).length;
    const musts = count("MUST");
    const others = own.filter(({ level }) => level !== "MUST");
    return `| ${role} | ${musts.length} | ${proved(musts)} | ${others.length} | ${proved(others)} |`;
  };
  return `| | MUST | covered by tests | SHOULD | covered by tests |\n|---|---|---|---|---|\n${line("server")}\n${line("client")}\n`;
}

function table({ section, statements }: Section, proofs: readonly Proof[]): string {
  const rows = statements.map((statement) => {
    const cells = (["server", "client"] as const).map((role) => cell(statement, role, proofs));
    return `| \`${statement.id}\`<br>${inOneLine(statement.text)} | ${cells.join(" | ")} |`;
  });
  return `## ${section}\n\n| Statement | Server | Client |\n|---|---|---|\n${rows.join("\n")}\n`;
}

function cell(statement: Statement, role: Role, proofs: readonly Proof[]): string {
  if (!statement.for.includes(role)) return "";
  const own = proofs.filter((proof) => proof.id === statement.id && proof.role === role);
  const tests = own.map(({ file, title }) => `\`${file.replace(/\.test\.ts$/, "")}\` ${title.replaceAll("|", "\\|")}`);
  const note = notes[role][statement.id];
  return [...tests, ...(note === undefined ? [] : [`*${note}*`])].join("<br>");
}

function inOneLine(text: string): string {
  return text
    .replace(/\n\s*- /g, "<br>· ")
    .replace(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|");
}
