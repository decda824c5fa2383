import { join } from "node:path";
import ts from "typescript-5.9"; // TypeScript 7 cannot be asked about symbols yet
import { alias } from "../../../vitest.config.js";
import { referencePaths, ROOT } from "../pages.js";

// What users import, as their editors describe it: read from TSDoc by the compiler.

/** Something that has a text: an export, or a member of one. */
export interface Declaration {
  readonly name: string;
  /** Each way to call it, as its source has it: `createClient<TApi extends AnyApi>(options: ClientOptions): Client<TApi>`. Empty for what cannot be called. */
  readonly signatures: readonly string[];
  /** The type of a member or of a type alias, as its source has it. Undefined if it has no type there. */
  readonly type: string | undefined;
  /** The paragraphs before the first tag. */
  readonly text: string;
  readonly isOptional: boolean;
  /** Whether it is there at runtime. Types are not. */
  readonly isValue: boolean;
  /** Whether it is a class of errors. */
  readonly isError: boolean;
  readonly tags: readonly Tag[];
  /** The members that have a text. */
  readonly members: readonly Declaration[];
}

export interface Tag {
  readonly name: string;
  readonly text: string;
}

/** What `import … from "trestle/client"` can name. */
export interface Entry {
  readonly name: string;
  readonly exports: readonly Declaration[];
}

export function readEntries(): Entry[] {
  const sources = entrySources();
  const program = ts.createProgram([...sources.values()], { ...compilerOptions(), noEmit: true });
  const checker = program.getTypeChecker();
  return [...sources].map(([name, path]) => {
    const file = program.getSourceFile(path);
    const module = file && checker.getSymbolAtLocation(file);
    if (!module) throw new Error(`${path} exports nothing.`);
    const exports = checker.getExportsOfModule(module).map((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      return declarationOf(checker, symbol, exported.name);
    });
    return { name, exports };
  });
}

/** The source of each entry point, by the name that is imported. */
function entrySources(): Map<string, string> {
  return new Map(
    [...referencePaths.keys()].map((name) => {
      const source = alias.find(({ find }) => find.test(name))?.replacement;
      if (source === undefined) throw new Error(`vitest.config.ts has no alias for ${name}.`);
      return [name, source];
    }),
  );
}

function declarationOf(checker: ts.TypeChecker, symbol: ts.Symbol, name = symbol.name): Declaration {
  const members = [...(symbol.members?.values() ?? [])].filter(({ name: member }) => /^[a-z]/i.test(member));
  return {
    name,
    text: ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim(),
    signatures: signaturesOf(checker, symbol),
    type: typeOf(checker, symbol),
    isOptional: (symbol.flags & ts.SymbolFlags.Optional) !== 0,
    isValue: (symbol.flags & ts.SymbolFlags.Value) !== 0,
    isError: isErrorClass(checker, symbol),
    tags: symbol
      .getJsDocTags(checker)
      .map((tag) => ({ name: tag.name, text: ts.displayPartsToString(tag.text).trim() })),
    members: members.map((member) => declarationOf(checker, member)).filter(({ text }) => text !== ""),
  };
}

function isErrorClass(checker: ts.TypeChecker, symbol: ts.Symbol): boolean {
  if (!symbol.valueDeclaration) return false;
  const constructors = checker.getTypeOfSymbol(symbol).getConstructSignatures();
  return constructors.some((signature) => signature.getReturnType().getProperty("stack") !== undefined);
}

/** Properties that hold a function count as members with a type, unless they are methods. */
function signaturesOf(checker: ts.TypeChecker, symbol: ts.Symbol): string[] {
  const declared = symbol.valueDeclaration;
  const isCalled =
    declared &&
    (ts.isFunctionDeclaration(declared) ||
      ts.isVariableDeclaration(declared) ||
      ts.isMethodSignature(declared) ||
      ts.isMethodDeclaration(declared));
  const signatures = isCalled ? checker.getNonNullableType(checker.getTypeOfSymbol(symbol)).getCallSignatures() : [];
  return signatures.map((signature) => {
    const written = signature.getDeclaration();
    const from = (written.typeParameters ?? written.parameters).pos - 1; // with its bracket
    const text = written.getSourceFile().text.slice(from, written.type?.end);
    return `${symbol.name}${
      written.type && ts.isFunctionLike(declared) ? tidy(text) : checker.signatureToString(signature, undefined, UNCUT)
    }`;
  });
}

function typeOf(checker: ts.TypeChecker, { declarations = [] }: ts.Symbol): string | undefined {
  const declared = declarations.find(
    (each) =>
      ts.isPropertySignature(each) ||
      ts.isPropertyDeclaration(each) ||
      ts.isParameter(each) ||
      ts.isGetAccessor(each) ||
      ts.isTypeAliasDeclaration(each),
  );
  if (!declared?.type) return undefined;
  const text = tidy(withoutShortAliases(checker, declared.type));
  return "questionToken" in declared && declared.questionToken ? text.replace(/ \| undefined$/, "") : text;
}

/** `string | null` says more than the name of a type that stands for it. */
function withoutShortAliases(checker: ts.TypeChecker, node: ts.TypeNode): string {
  let text = node.getText();
  const visit = (each: ts.Node): void => {
    // The last one first: the text before it keeps its place.
    for (const child of each.getChildren().toReversed()) visit(child);
    if (!ts.isTypeReferenceNode(each) || each.typeArguments) return;
    const named = checker.getSymbolAtLocation(each.typeName);
    const symbol = named && named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
    const meant = symbol?.declarations?.find(ts.isTypeAliasDeclaration);
    const start = each.getStart() - node.getStart();
    if (meant && !meant.typeParameters && meant.type.getText().length <= 40)
      text = text.slice(0, start) + meant.type.getText() + text.slice(start + each.getText().length);
  };
  visit(node);
  return text;
}

const UNCUT = ts.TypeFormatFlags.NoTruncation;

/** On one line, without comments. */
const tidy = (text: string): string =>
  text
    .replace(/\/\*\*?[\s\S]*?\*\/|\/\/.*$/gm, "")
    .replace(/\s+/g, " ")
    .replace(/([(<[]) | (?=[)>\]])/g, "$1")
    .replace(/,(?=[)>\]])/g, "")
    .replace(/^\| /, "");

function compilerOptions(): ts.CompilerOptions {
  const path = join(ROOT, "tsconfig.json");
  return ts.parseJsonConfigFileContent(ts.readConfigFile(path, ts.sys.readFile).config, ts.sys, ROOT).options;
}
