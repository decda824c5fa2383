import { readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import ts from "typescript-5.9"; // TypeScript 7 has no language service for programs yet
import { ROOT } from "../pages.js";
import { type CodeFile, HOMES } from "./blocks.js";

/** A word with the type that an editor shows for it. */
export interface TypedWord {
  readonly start: number;
  readonly length: number;
  readonly type: string;
  readonly documentation: string;
}

export interface CompilerError {
  readonly start: number;
  readonly length: number;
  readonly code: number;
  readonly message: string;
  /** The line of the file, counted from 0. */
  readonly line: number;
}

export interface LanguageService {
  wordsIn(path: string, start: number, end: number): TypedWord[];
  errorsIn(path: string): CompilerError[];
}

/** Editors cut off long types as well. */
const LONGEST_TYPE = 900;

/** Asks TypeScript about files that exist only here, by the compiler's options and modules of the repository. */
export function languageServiceFor(files: readonly CodeFile[]): LanguageService {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const folders = new Set(files.map(({ path }) => dirname(path)));
  const options = compilerOptions();
  const cache = ts.createModuleResolutionCache(ROOT, (name) => name, options);
  const read = (path: string) => texts.get(path) ?? ts.sys.readFile(path);

  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...texts.keys()],
    getScriptVersion: () => "1",
    getProjectVersion: () => "1", // nothing changes here, so no call has to look for changes
    getScriptSnapshot: (path) => {
      const text = read(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => ROOT,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => texts.has(path) || ts.sys.fileExists(path),
    readFile: read,
    readDirectory: ts.sys.readDirectory,
    directoryExists: (path) => folders.has(path) || ts.sys.directoryExists(path),
    resolveModuleNameLiterals: (literals, from, redirected, compilerOptions, source) =>
      literals.map((literal) => {
        const shared = sharedModule(literal.text, from);
        if (shared) return { resolvedModule: { resolvedFileName: shared, extension: ts.Extension.Ts } };
        const mode = ts.getModeForUsageLocation(source, literal, compilerOptions);
        return ts.resolveModuleName(literal.text, from, compilerOptions, host, cache, redirected, mode);
      }),
  };

  // tests/docs copies docs/support and the files of examples/news next to each document's files. One copy for all is much less to compile.
  function sharedModule(name: string, from: string): string | undefined {
    const path = join(dirname(from), name.replace(/\.js$/, ".ts"));
    if (!path.startsWith(HOMES) || !name.startsWith(".") || texts.has(path)) return undefined;
    const [, ...inHome] = relative(HOMES, path).split(sep);
    return ["docs/support", "examples"].map((folder) => join(ROOT, folder, ...inHome)).find(ts.sys.fileExists);
  }

  const service = ts.createLanguageService(host, ts.createDocumentRegistry());
  const program = service.getProgram();
  if (!program) throw new Error("TypeScript made no program of the documents' blocks.");
  const sourceOf = (path: string): ts.SourceFile => {
    const source = program.getSourceFile(path);
    if (!source) throw new Error(`${path} is not part of the documents' programs.`);
    return source;
  };

  const errors = new Map<string, CompilerError[]>();

  return {
    wordsIn(path, start, end) {
      const source = sourceOf(path);
      const words: TypedWord[] = [];
      const visit = (node: ts.Node): void => {
        if (node.end <= start || node.pos >= end) return;
        const from = node.getStart(source);
        if (ts.isIdentifier(node) && from >= start && node.end <= end) {
          const info = service.getQuickInfoAtPosition(path, from);
          const type = cleaned(ts.displayPartsToString(info?.displayParts));
          const documentation = ts.displayPartsToString(info?.documentation);
          if (type !== "") words.push({ start: from, length: node.end - from, type, documentation });
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
      return words;
    },

    errorsIn(path) {
      const source = sourceOf(path);
      const known = errors.get(path);
      if (known) return known;
      const found = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)].map(
        ({ start = 0, length = 0, code, messageText }) => ({
          start,
          length,
          code,
          message: ts.flattenDiagnosticMessageText(messageText, "\n"),
          line: source.getLineAndCharacterOfPosition(start).line,
        }),
      );
      errors.set(path, found);
      return found;
    },
  };
}

function compilerOptions(): ts.CompilerOptions {
  const path = join(ROOT, "tsconfig.json");
  const { config, error } = ts.parseConfigFileTextToJson(path, readFileSync(path, "utf8"));
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, "\n"));
  const files = { ...config, include: [], files: ["vitest.config.ts"] };
  return { ...ts.parseJsonConfigFileContent(files, ts.sys, ROOT, undefined, path).options, noEmit: true };
}

/** Without the line that an editor adds for the import, and no longer than a reader reads. */
function cleaned(type: string): string {
  const text = type
    .replace(/\n?^import .*$/m, "")
    .replace(/^(module|namespace) .*$/s, "")
    .trim();
  return text.length > LONGEST_TYPE ? `${text.slice(0, LONGEST_TYPE)} …` : text;
}
