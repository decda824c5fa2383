import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-5.9";
import { sourceFiles } from "./source-files.js";

const BOTH_ENDS = "the server throws it, and the client receives it";

/** Names that several modules export on purpose, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  BadRequest: BOTH_ENDS,
  Conflict: BOTH_ENDS,
  ErrorObject: "JSON:API's error object, as the server writes it and as the client received it",
  Forbidden: BOTH_ENDS,
  NotFound: BOTH_ENDS,
  TooManyRequests: BOTH_ENDS,
  Unauthorized: BOTH_ENDS,
  UnprocessableContent: BOTH_ENDS,
};

/** A sentence for each name that modules under `root` export with different declarations. Re-exports do not count. */
export function sharedNames(root: string): string[] {
  const declared = new Map<string, Map<string, string[]>>(); // the paths of each declaration of each name
  for (const path of sourceFiles(root).sort()) {
    for (const [name, text] of declarationsOf(readFileSync(join(root, path), "utf8"))) {
      const texts = declared.get(name) ?? new Map<string, string[]>();
      declared.set(name, texts.set(text, [...(texts.get(text) ?? []), path]));
    }
  }
  return [...declared]
    .filter(([name, texts]) => texts.size > 1 && !(name in exceptions))
    .map(([name, texts]) => `"${name}" means different things in ${[...texts.values()].flat().join(", ")}: rename it`);
}

/** The text of each exported declaration, without comments before it. Overloads of one function are joined. */
function declarationsOf(source: string): ReadonlyMap<string, string> {
  const file = ts.createSourceFile("module.ts", source, ts.ScriptTarget.ES2022, true);
  const found = new Map<string, string>();
  const add = (name: ts.Node | undefined, declaration: ts.Node) => {
    const key = name?.getText() ?? "default";
    found.set(key, (found.get(key) ?? "") + declaration.getText());
  };
  for (const statement of file.statements) {
    if (!ts.canHaveModifiers(statement)) continue;
    if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
    if (ts.isVariableStatement(statement))
      for (const each of statement.declarationList.declarations) add(each.name, each);
    else add((statement as ts.DeclarationStatement).name, statement); // what else can be exported
  }
  return found;
}
