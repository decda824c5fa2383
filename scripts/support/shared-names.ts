import { readFileSync } from "node:fs";
import { join, sep } from "node:path";
import ts from "typescript-5.9";
import { sourceFiles } from "./source-files.js";

const BOTH_ENDS = "the server throws it, and the client receives it";

/** Names that several modules export on purpose, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  BadRequest: BOTH_ENDS,
  Conflict: BOTH_ENDS,
  ErrorObject: "JSON:API's error object, as the server writes it and as the client received it",
  Forbidden: BOTH_ENDS,
  Item: "apps import the one that checks include paths; hovers print the other one, which it stands for",
  NotFound: BOTH_ENDS,
  PreconditionFailed: BOTH_ENDS,
  Relationship: "in src/memory, a relationship of one row, which only the writer of members uses",
  TooManyRequests: BOTH_ENDS,
  Unauthorized: BOTH_ENDS,
  UnprocessableContent: BOTH_ENDS,
};

/** The stores do the same steps, each with its own data, so they use the same names for them. */
const STORES: ReadonlySet<string> = new Set(["drizzle", "memory"]);

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
    .map(([name, texts]) => ({ name, isOne: texts.size === 1, paths: [...texts.values()].flat() }))
    .filter(({ name, isOne, paths }) => !isOne && !(name in exceptions) && !areSteps(paths))
    .map(({ name, paths }) => `"${name}" means different things in ${paths.join(", ")}: rename it`);
}

/** Whether each path is in another store. */
function areSteps(paths: readonly string[]): boolean {
  const folders = new Set(paths.map((path) => path.split(sep)[0] ?? ""));
  return folders.size === paths.length && [...folders].every((folder) => STORES.has(folder));
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
