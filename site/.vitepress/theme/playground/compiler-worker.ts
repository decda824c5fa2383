import ts from "typescript-5.9"; // TypeScript 7 does not run in a page yet
import { typeOfResult } from "./type-of-result.js";

// A language service for two files: the call that the reader types, and the API that it calls.

export type File = "call" | "api";

export interface Problem {
  readonly from: number;
  readonly to: number;
  /** The compiler's number. Undefined for a problem of the playground. */
  readonly code: number | undefined;
  /** The deepest line of what the compiler says: the part of the code that is wrong. */
  readonly message: string;
  /** All lines, from the first to the deepest. Empty if there is only one. */
  readonly chain: string;
}

/** The code without its types. If it has a syntax error, the error. */
export type Compiled = { readonly javascript: string } | { readonly problem: Problem };

export interface Completion {
  readonly label: string;
  /** The kind, which the list shows as an icon. */
  readonly type: string;
  /** The type in one short line. Empty if the name says all, such as that of a string. */
  readonly detail: string;
  /** Those with the highest number stand first. */
  readonly boost: number;
}

export interface Hover {
  readonly from: number;
  readonly to: number;
  readonly sentence: string;
  readonly type: string;
}

export type Question =
  /** Says which API the calls are checked against. `code` is that of the reader's own. */
  | { readonly kind: "use"; readonly api: "first" | "newsroom" }
  | { readonly kind: "use"; readonly api: "own"; readonly code: string }
  | { readonly kind: "check" | "compile"; readonly file: File; readonly code: string }
  /** Asks for the type of what the call returns. */
  | { readonly kind: "type"; readonly code: string }
  | { readonly kind: "complete" | "hover"; readonly file: File; readonly code: string; readonly at: number };

export interface Reply {
  readonly id: number;
  readonly answer?: unknown;
  readonly failure?: string;
}

const CALL = "/call.ts";
const API = "/api.ts";
const pathOf = (file: File): string => (file === "call" ? CALL : API);
/** APIs that nobody changes are compiled already. */
const COMPILED = {
  first: 'export type { Api } from "./first-api.js";',
  newsroom: 'export type { Api } from "./examples/newsroom/api.js";',
} as const;

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleDetection: ts.ModuleDetectionKind.Force, // `await` may stand outside of functions
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  lib: ["lib.es2022.d.ts"],
  paths: {
    trestle: ["/src/index.d.ts"],
    "trestle/client": ["/src/client/index.d.ts"],
    "trestle/memory": ["/src/memory/index.d.ts"],
  },
};

let files: ReadonlyMap<string, string> = new Map();
const texts = new Map<string, { readonly text: string; readonly version: number }>();
change("call", "");
change("api", COMPILED.first);

const read = (path: string): string | undefined => texts.get(path)?.text ?? files.get(path);

const host: ts.LanguageServiceHost = {
  getCompilationSettings: () => options,
  getScriptFileNames: () => [CALL, "/globals.d.ts"],
  getCurrentDirectory: () => "/",
  getScriptVersion: (path) => String(texts.get(path)?.version ?? 1),
  getScriptSnapshot: (path) => {
    const content = read(path);
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
  },
  getDefaultLibFileName: () => "/lib/lib.es2022.d.ts",
  fileExists: (path) => read(path) !== undefined,
  readFile: read,
};
const service = ts.createLanguageService(host);

function change(file: File, text: string): void {
  const last = texts.get(pathOf(file));
  if (text !== last?.text) texts.set(pathOf(file), { text, version: (last?.version ?? 0) + 1 });
}

/** After a syntax error, the compiler guesses what the rest means. */
function check(file: File, code: string): Problem[] {
  const broken = whatStops(file, code);
  return broken ? [broken] : service.getSemanticDiagnostics(pathOf(file)).map((each) => toProblem(each, code));
}

/** Why the code cannot run. */
function whatStops(file: File, code: string): Problem | undefined {
  const [broken] = service.getSyntacticDiagnostics(pathOf(file));
  if (broken) return toProblem(broken, code);
  if (file === "api") return undefined;
  const module = service.getProgram()?.getSourceFile(CALL)?.statements.find(isOfModule);
  return module && withoutModules(module);
}

const WITHOUT_NETWORK = /^Cannot find name 'fetch'/;

function toProblem({ start = 0, length = 0, code: number, messageText }: ts.Diagnostic, code: string): Problem {
  return {
    from: Math.min(start, code.length),
    to: Math.min(start + length, code.length),
    code: number,
    message: sentenceOf(deepestOf(messageText)),
    chain: typeof messageText === "string" ? "" : withShortPaths(ts.flattenDiagnosticMessageText(messageText, "\n")),
  };
}

type Message = string | ts.DiagnosticMessageChain;

/** Of overloads, the compiler lists the likeliest last. */
function deepestOf(message: Message): string {
  let deepest = { depth: -1, text: "" };
  const visit = (each: Message, depth: number): void => {
    const text = typeof each === "string" ? each : each.messageText;
    if (depth >= deepest.depth) deepest = { depth, text };
    if (typeof each !== "string") for (const next of each.next ?? []) visit(next, depth + 1);
  };
  visit(message, 0);
  return deepest.text;
}

const sentenceOf = (message: string): string =>
  WITHOUT_NETWORK.test(message) ? "Code here cannot reach the network. Use `client`." : withShortPaths(message);

/** `import("/node_modules/zod/v4/classic/external")` becomes `import("zod")`. */
const withShortPaths = (message: string): string =>
  message.replace(/import\("\/node_modules\/([^/"]+)[^"]*"\)/g, 'import("$1")');

/** What a reader of a list looks for, and what any promise has. */
const FIRST = ["filter", "sort", "include", "fields", "page"];
const LAST = ["then", "catch", "finally"];

function boostOf(name: string): number {
  if (LAST.includes(name) || /^[_$]/.test(name)) return -50;
  return FIRST.includes(name) ? 50 - FIRST.indexOf(name) : 0;
}

/** What the client has for a server that this page does not have. */
const isServed = (file: File, name: string): boolean => file === "api" || name !== "live";

function complete(file: File, at: number): Completion[] {
  const entries = service.getCompletionsAtPosition(pathOf(file), at, { includeSymbol: true })?.entries ?? [];
  // What the type has. Globals and keywords are sorted behind it.
  return entries
    .filter(({ name, sortText }) => sortText < "15" && isServed(file, name))
    .map(({ name, kind, symbol }) => ({
      label: name,
      type: ICONS.get(kind) ?? "property",
      detail: symbol ? shortTypeOf(symbol, file) : "",
      boost: boostOf(name),
    }));
}

/** The editor's icons have other names than the compiler's kinds. */
const ICONS: ReadonlyMap<string, string> = new Map([
  [ts.ScriptElementKind.memberFunctionElement, "method"],
  [ts.ScriptElementKind.functionElement, "function"],
  [ts.ScriptElementKind.localFunctionElement, "function"],
  [ts.ScriptElementKind.constElement, "constant"],
  [ts.ScriptElementKind.letElement, "variable"],
  [ts.ScriptElementKind.variableElement, "variable"],
  [ts.ScriptElementKind.parameterElement, "variable"],
  [ts.ScriptElementKind.classElement, "class"],
  [ts.ScriptElementKind.interfaceElement, "interface"],
  [ts.ScriptElementKind.typeElement, "type"],
  [ts.ScriptElementKind.moduleElement, "namespace"],
  [ts.ScriptElementKind.alias, "namespace"],
  [ts.ScriptElementKind.string, "text"],
]);

const LONGEST_TYPE = 44;

function shortTypeOf(symbol: ts.Symbol, file: File): string {
  const program = service.getProgram();
  const place = program?.getSourceFile(pathOf(file));
  if (!program || !place || symbol.flags & ts.SymbolFlags.Alias) return "";
  const checker = program.getTypeChecker();
  const isValue = symbol.flags & ts.SymbolFlags.Value;
  const type = isValue ? checker.getTypeOfSymbolAtLocation(symbol, place) : checker.getDeclaredTypeOfSymbol(symbol);
  const text = withShortPaths(checker.typeToString(type, place)).replace(/\s+/g, " ");
  return text.length <= LONGEST_TYPE ? text : `${text.slice(0, LONGEST_TYPE - 1)}…`;
}

function hover(file: File, at: number): Hover | undefined {
  const info = service.getQuickInfoAtPosition(pathOf(file), at);
  return (
    info && {
      from: info.textSpan.start,
      to: info.textSpan.start + info.textSpan.length,
      sentence: ts.displayPartsToString(info.documentation).split("\n\n")[0] ?? "",
      type: ts.displayPartsToString(info.displayParts),
    }
  );
}

/** Transpiling repairs a syntax error by a guess, and the guess must not run. */
function compile(file: File, code: string): Compiled {
  const problem = whatStops(file, code);
  if (problem) return { problem };
  // The API becomes the body of a function that takes `require` and `exports`.
  const module = file === "api" ? ts.ModuleKind.CommonJS : ts.ModuleKind.ESNext;
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module };
  return { javascript: ts.transpileModule(code, { compilerOptions }).outputText };
}

const isOfModule = (statement: ts.Statement): boolean =>
  ts.isImportDeclaration(statement) ||
  ts.isExportDeclaration(statement) ||
  ts.isExportAssignment(statement) ||
  (ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword));

function withoutModules(statement: ts.Statement): Problem {
  const message =
    "Remove this import or export. The playground runs one piece of code, in which `client` and the classes of errors are there.";
  return { from: statement.getStart(), to: statement.getEnd(), code: undefined, message, chain: "" };
}

function answer(question: Question): unknown {
  if (question.kind === "use") return change("api", question.api === "own" ? question.code : COMPILED[question.api]);
  const { code } = question;
  if (question.kind === "type") {
    change("call", code);
    return typeOfResult(service.getProgram(), CALL);
  }
  const { file } = question;
  change(file, code);
  switch (question.kind) {
    case "check":
      return check(file, code);
    case "compile":
      return compile(file, code);
    case "complete":
      return complete(file, question.at);
    case "hover":
      return hover(file, question.at);
  }
}

let loaded: Promise<void> | undefined;

async function load(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  files = new Map(Object.entries(await response.json()));
}

/** A question, and where the declarations are. */
type Asked = Question & { readonly id: number; readonly files: string };

addEventListener("message", async ({ data }: MessageEvent<Asked>) => {
  const { id } = data;
  try {
    loaded ??= load(data.files);
    await loaded;
    postMessage({ id, answer: answer(data) } satisfies Reply);
  } catch (error) {
    loaded = undefined;
    postMessage({ id, failure: error instanceof Error ? error.message : String(error) } satisfies Reply);
  }
});
