import { readFileSync } from "node:fs";

/** Throws for an SQL block of a document that is not among the statements that ran. Line breaks in it do not count, and neither do those inside of parentheses. */
export function checkShownSql(document: string, statements: readonly string[]): void {
  const ran = new Set(statements.map(inOneLine));
  const shown = [...readFileSync(document, "utf8").matchAll(/^```sql\n(.*?)^```$/gms)].map(([, code = ""]) => code);
  if (shown.length === 0) throw new Error(`${document} shows no SQL.`);
  const wrong = shown.find((code) => !ran.has(inOneLine(code)));
  if (wrong !== undefined) throw new Error(`${document} shows SQL that did not run:\n${wrong}\n${[...ran].join("\n")}`);
}

const inOneLine = (code: string): string =>
  code.trim().replaceAll(/\s+/g, " ").replaceAll("( ", "(").replaceAll(" )", ")");
