import { notes } from "../../conformance/notes.js";
import { type Proof, readProofs } from "./proofs.js";
import { type Role, type Section, type Statement, sections } from "./statements.js";

const HEAD = `# JSON:API 1.1, statement by statement

Every MUST and SHOULD of the standard that binds a server or a client, and the tests that fail when Trestle breaks it.
They speak real HTTP, those about the server on both adapters. Where there is no test, one line says why. The words are
the standard's own (jsonapi.org, CC0); where 1.0 and 1.1 differ, those of 1.1 stand.

\`npm run conformance\` writes this page from \`tests/conformance/\`; a test fails when it is stale. Besides, every document
of every test passes one check: the standard's JSON schema with the members of 1.1, full linkage, no resource twice
(\`tests/support/jsonapi/\`).
`;

/** The page, as the tests have it. */
export function conformancePage(): string {
  const proofs = readProofs();
  return [HEAD, summary(proofs), ...sections.map((section) => table(section, proofs))].join("\n");
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
  return `| | MUST | proved by tests | SHOULD | proved by tests |\n|---|---|---|---|---|\n${line("server")}\n${line("client")}\n`;
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
