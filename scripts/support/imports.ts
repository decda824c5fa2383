import ts from "typescript-5.9";

export interface Import {
  readonly specifier: string;
  readonly line: number;
  /** True where nothing of it is left in the JavaScript. `import { type X }` leaves an import, so it is false. */
  readonly typeOnly: boolean;
}

/** Every module that a file names: imports, re-exports, `import()` calls and `import("…")` types. */
export function importsOf(fileName: string, source: string): Import[] {
  // TypeScript 7 has no stable programming interface yet; 5.9's parser reads the same syntax.
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.ES2022, true);
  const found: Import[] = [];

  const add = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (!specifier || !ts.isStringLiteral(specifier)) return;
    const line = file.getLineAndCharacterOfPosition(specifier.getStart()).line + 1;
    found.push({ specifier: specifier.text, line, typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause?.isTypeOnly ?? false);
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node))
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
