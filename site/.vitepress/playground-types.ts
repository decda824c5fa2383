import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript-5.9"; // the playground's compiler
import type { Plugin } from "vitepress";
import { ROOT } from "./pages.js";

// The declarations that the playground's compiler reads: of the client and the server, of the playground's API and the newsroom's, of Zod and of
// ECMAScript.

const FILE = "playground-types.json";
const PLAYGROUND = join(ROOT, "site/.vitepress/theme/playground");
/** "Cannot find module" */
const NO_MODULE = 2307;
const LIB = dirname(ts.getDefaultLibFilePath({}));
const ENTRIES = { trestle: "src/index", "trestle/client": "src/client/index", "trestle/memory": "src/memory/index" };
/** What the API in memory can import, and the newsroom's API: it runs on Postgres. */
const SOURCES = [
  join(PLAYGROUND, "api.ts"),
  join(PLAYGROUND, "rows.ts"),
  join(ROOT, "examples/newsroom/api.ts"),
  ...Object.values(ENTRIES).map((file) => join(ROOT, `${file}.ts`)),
];

export function writePlaygroundTypes(outDir: string): void {
  writeFileSync(join(outDir, FILE), playgroundTypes());
}

/** Serves the same file in development, where nothing is written. It is made once, because that takes seconds in which the server does nothing else. */
export function playgroundTypesInDevelopment(): Plugin {
  return {
    name: "playground-types",
    configureServer({ middlewares }) {
      let made: string | undefined;
      middlewares.use((request, response, next) => {
        if (!request.url?.startsWith(`/${FILE}`)) return next();
        made ??= playgroundTypes();
        response.setHeader("content-type", "application/json").end(made);
      });
    },
  };
}

/** The text of each file by its path in the compiler's world, as JSON. */
function playgroundTypes(): string {
  const declarations = declarationsOfApis();
  const read = new Map<string, string>();
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    types: [],
    lib: ["lib.es2022.d.ts"],
    paths: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, [join(ROOT, `${file}.d.ts`)]])),
  };
  const textOf = (path: string): string | undefined => {
    const isSource = path.startsWith(ROOT) && !path.includes("/node_modules/");
    return isSource ? declarations.get(path) : ts.sys.readFile(path);
  };
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    getCurrentDirectory: () => ROOT,
    fileExists: (path) => textOf(path) !== undefined,
    readFile(path) {
      const text = textOf(path);
      if (text !== undefined) read.set(path, path.endsWith("/package.json") ? packageJson(text) : text);
      return text;
    },
    getSourceFile(path, version) {
      const text = host.readFile(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, version);
    },
  };
  const roots = SOURCES.map((path) => path.replace(/\.ts$/, ".d.ts"));
  const program = ts.createProgram([join(PLAYGROUND, "globals.d.ts"), ...roots], options, host);
  // Where a module is missing, all its types would be any, and no call would be wrong.
  const missing = program.getSourceFiles().flatMap((file) => {
    const isOurs = !file.fileName.includes("/node_modules/");
    return isOurs ? program.getSemanticDiagnostics(file).filter(({ code }) => code === NO_MODULE) : [];
  });
  const [first] = missing;
  if (first) throw new Error(`${first.file?.fileName}: ${ts.flattenDiagnosticMessageText(first.messageText, "\n")}`);
  return JSON.stringify(Object.fromEntries([...read].map(([path, text]) => [pathInPage(path), text])));
}

/** What the compiler emits for the two APIs and all that they import. */
function declarationsOfApis(): Map<string, string> {
  const config = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile).config;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const globals = join(PLAYGROUND, "globals.d.ts");
  const emitted = new Map([[globals, readFileSync(globals, "utf8")]]);
  const program = ts.createProgram(SOURCES, {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    incremental: false,
    composite: false,
  });
  program.emit(undefined, (path, text) => emitted.set(path, text), undefined, true);
  // No call depends on its type, and it would bring Drizzle's declarations along.
  emitted.set(join(ROOT, "examples/newsroom/db/connect.d.ts"), "export type Db = object;\n");
  return emitted;
}

/** The package's version and its entry points are all that the compiler asks for. */
function packageJson(text: string): string {
  const { name, version, type, types, exports } = JSON.parse(text);
  return JSON.stringify({ name, version, type, types, exports });
}

function pathInPage(path: string): string {
  if (path.startsWith(LIB)) return `/lib/${relative(LIB, path)}`;
  if (path === join(PLAYGROUND, "globals.d.ts")) return "/globals.d.ts";
  if (path === join(PLAYGROUND, "api.d.ts")) return "/first-api.d.ts"; // compiler-worker.ts has an api.ts of its own
  if (path.startsWith(PLAYGROUND)) return `/${relative(PLAYGROUND, path)}`;
  const [, module] = /\/(node_modules\/.*)$/.exec(path) ?? [];
  return `/${module ?? relative(ROOT, path)}`;
}
