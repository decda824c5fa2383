import { join } from "node:path";
import ts from "typescript-5.9"; // TypeScript 7 cannot be asked about symbols yet
import { alias } from "../../../vitest.config.js";
import { referencePaths, ROOT } from "../pages.js";

// What users import, as their editors describe it: read from TSDoc by the compiler.

/** Something that has a text: an export, or a member of one. */
export interface Declaration {
  readonly name: string;
  /** The paragraphs before the first tag. */
  readonly text: string;
  /** The names in the brackets of a call: `["options"]`. Undefined for what cannot be called. */
  readonly parameters: readonly string[] | undefined;
  readonly isOptional: boolean;
  /** Whether it is there at runtime. Types are not. */
  readonly isValue: boolean;
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
  const call = symbol.valueDeclaration && callOf(checker, symbol, symbol.valueDeclaration);
  const members = [...(symbol.members?.values() ?? [])].filter(({ name: member }) => /^[a-z]/i.test(member));
  return {
    name,
    text: ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim(),
    parameters: call?.parameters.map((parameter) => parameter.name),
    isOptional: (symbol.flags & ts.SymbolFlags.Optional) !== 0,
    isValue: (symbol.flags & ts.SymbolFlags.Value) !== 0,
    tags: symbol
      .getJsDocTags(checker)
      .map((tag) => ({ name: tag.name, text: ts.displayPartsToString(tag.text).trim() })),
    members: members.map((member) => declarationOf(checker, member)).filter(({ text }) => text !== ""),
  };
}

/** The first way to call it. Properties that hold a function count as members with a value, unless they are methods. */
function callOf(checker: ts.TypeChecker, symbol: ts.Symbol, declared: ts.Declaration): ts.Signature | undefined {
  const isCalled =
    ts.isFunctionDeclaration(declared) ||
    ts.isVariableDeclaration(declared) ||
    ts.isMethodSignature(declared) ||
    ts.isMethodDeclaration(declared);
  return isCalled ? checker.getTypeOfSymbol(symbol).getCallSignatures()[0] : undefined;
}

function compilerOptions(): ts.CompilerOptions {
  const path = join(ROOT, "tsconfig.json");
  return ts.parseJsonConfigFileContent(ts.readConfigFile(path, ts.sys.readFile).config, ts.sys, ROOT).options;
}
