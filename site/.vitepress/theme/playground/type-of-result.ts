import ts from "typescript-5.9"; // TypeScript 7 does not run in a page yet

const FLAGS =
  ts.NodeBuilderFlags.NoTruncation | ts.NodeBuilderFlags.MultilineObjectLiterals | ts.NodeBuilderFlags.InTypeAlias;

/** The type of what a call returns: of its last expression, or of the variables that it declares last. */
export function typeOfResult(program: ts.Program | undefined, path: string): string {
  const file = program?.getSourceFile(path);
  const last = file?.statements.at(-1);
  if (!program || !file || !last) return WITHOUT_VALUE;
  const checker = program.getTypeChecker();
  const printer = ts.createPrinter();
  const typeAt = (node: ts.Node): ts.Type => {
    const type = checker.getTypeAtLocation(node);
    return checker.getAwaitedType(type) ?? type;
  };
  const written = (type: ts.Type): string => {
    const node = checker.typeToTypeNode(type, undefined, FLAGS);
    const text = node ? printer.printNode(ts.EmitHint.Unspecified, node, file) : checker.typeToString(type);
    return text.replace(/^ +/gm, (spaces) => spaces.slice(0, spaces.length / 2));
  };
  /** `Page<Api, "articles", …>` says nothing about its items. */
  const print = (type: ts.Type): string => {
    const item = type.symbol?.name === "Page" ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined;
    if (!item) return written(type);
    return `${PAGE}\n${item.isUnion() ? `(${written(item)})` : written(item)}[]`;
  };
  if (ts.isExpressionStatement(last)) return print(typeAt(last.expression));
  if (!ts.isVariableStatement(last)) return WITHOUT_VALUE;
  const { declarations } = last.declarationList;
  const texts = declarations.map(({ name, initializer }) => {
    const text = print(typeAt(ts.isIdentifier(name) ? name : (initializer ?? name)));
    return declarations.length === 1 ? text : `// ${name.getText()}\n${text}`;
  });
  return texts.join("\n\n");
}

const WITHOUT_VALUE = "// The code does not end with a value.\nundefined";
const PAGE = "// A page: this array, with meta, links, getNext() and the like.";
