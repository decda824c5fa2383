import ts from "typescript-5.9";

/** How many lines of a module hold code: no comments, no empty lines. */
export function codeLines(text: string): number {
  const file = ts.createSourceFile("module.ts", text, ts.ScriptTarget.ESNext, true);
  const lines = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    const parts = node.getChildren(file);
    for (const part of parts) visit(part);
    if (parts.length > 0 || node.getEnd() === node.getStart(file)) return;
    const last = file.getLineAndCharacterOfPosition(node.getEnd()).line;
    for (let line = file.getLineAndCharacterOfPosition(node.getStart(file)).line; line <= last; line++) lines.add(line);
  };
  visit(file);
  return lines.size;
}
