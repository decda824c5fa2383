import ts from "typescript-5.9"; // TypeScript 7 does not run in a page yet

// A language service for one file: the call that the reader types.

export interface Problem {
  readonly from: number;
  readonly to: number;
  /** The compiler's number. Undefined for a problem of the playground. */
  readonly code: number | undefined;
  readonly message: string;
}

/** The body of a function that returns the code's last value. If the code has a syntax error, the error. */
export type Compiled = { readonly body: string } | { readonly problem: Problem };

export interface Completion {
  readonly label: string;
  readonly type: string;
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
  | { readonly kind: "check" | "compile"; readonly code: string }
  | { readonly kind: "complete" | "hover"; readonly code: string; readonly at: number };

export interface Reply {
  readonly id: number;
  readonly answer?: unknown;
  readonly failure?: string;
}

const FILE = "/call.ts";

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
  paths: { trestle: ["/src/index.d.ts"], "trestle/client": ["/src/client/index.d.ts"] },
};

let files: ReadonlyMap<string, string> = new Map();
let text = "";
let version = 0;

const read = (path: string): string | undefined => (path === FILE ? text : files.get(path));

const host: ts.LanguageServiceHost = {
  getCompilationSettings: () => options,
  getScriptFileNames: () => [FILE, "/globals.d.ts"],
  getCurrentDirectory: () => "/",
  getScriptVersion: (path) => (path === FILE ? String(version) : "1"),
  getScriptSnapshot: (path) => {
    const content = read(path);
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
  },
  getDefaultLibFileName: () => "/lib/lib.es2022.d.ts",
  fileExists: (path) => read(path) !== undefined,
  readFile: read,
};
const service = ts.createLanguageService(host);

function change(code: string): void {
  if (code === text) return;
  text = code;
  version++;
}

/** After a syntax error, the compiler guesses what the rest means. */
function check(code: string): Problem[] {
  change(code);
  const broken = whatStops(code);
  return broken ? [broken] : service.getSemanticDiagnostics(FILE).map((each) => toProblem(each, code));
}

/** Why the code cannot run. */
function whatStops(code: string): Problem | undefined {
  const [broken] = service.getSyntacticDiagnostics(FILE);
  if (broken) return toProblem(broken, code);
  const module = service.getProgram()?.getSourceFile(FILE)?.statements.find(isOfModule);
  return module && withoutModules(module);
}

function toProblem({ start = 0, length = 0, code: number, messageText }: ts.Diagnostic, code: string): Problem {
  return {
    from: Math.min(start, code.length),
    to: Math.min(start + length, code.length),
    code: number,
    message: ts.flattenDiagnosticMessageText(messageText, "\n"),
  };
}

/** What a reader of a list looks for, and what any promise has. */
const FIRST = ["filter", "sort", "include", "fields", "page"];
const LAST = ["then", "catch", "finally"];

function boostOf(name: string): number {
  if (LAST.includes(name)) return -50;
  return FIRST.includes(name) ? 50 - FIRST.indexOf(name) : 0;
}

function complete(code: string, at: number): Completion[] {
  change(code);
  const entries = service.getCompletionsAtPosition(FILE, at, {})?.entries ?? [];
  // What the type has. Globals and keywords are sorted behind it.
  return entries
    .filter(({ sortText }) => sortText < "15")
    .map(({ name, kind }) => ({ label: name, type: kind, boost: boostOf(name) }));
}

function hover(code: string, at: number): Hover | undefined {
  change(code);
  const info = service.getQuickInfoAtPosition(FILE, at);
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
function compile(code: string): Compiled {
  change(code);
  const problem = whatStops(code);
  return problem ? { problem } : { body: bodyOf(code) };
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
  return { from: statement.getStart(), to: statement.getEnd(), code: undefined, message };
}

/** The body of a function that returns the code's last value. */
function bodyOf(code: string): string {
  const file = ts.createSourceFile(FILE, code, ts.ScriptTarget.ES2022, true);
  const last = file.statements.at(-1);
  let body = code;
  if (last && ts.isExpressionStatement(last))
    body = `${code.slice(0, last.getStart())}return (${last.expression.getText()});`;
  else if (last && ts.isVariableStatement(last)) {
    const names = last.declarationList.declarations.map(({ name }) => name.getText());
    body = `${code}\nreturn ${names.length === 1 && !names[0]?.startsWith("[") ? names[0] : `[${names.join(", ")}]`};`;
  }
  const wrapped = ts.transpileModule(`async function call() {\n${body}\n}`, {
    compilerOptions: { target: ts.ScriptTarget.ES2022 },
  });
  return `${wrapped.outputText}\nreturn call();`;
}

function answer(question: Question): unknown {
  switch (question.kind) {
    case "check":
      return check(question.code);
    case "compile":
      return compile(question.code);
    case "complete":
      return complete(question.code, question.at);
    case "hover":
      return hover(question.code, question.at);
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
