import { createRequire } from "node:module";
import { join, relative } from "node:path";
import type * as Api from "typescript-5.9";
import { compilers, type Diagnostic, tsc } from "./tsc.js";

const require = createRequire(import.meta.url);

export interface Compiled {
  readonly diagnostics: readonly Diagnostic[];
  readonly instantiations: number;
}

/**
 * Compiles programs one after the other, each as `tsc -p` does. Compilers before TypeScript 7 do it in this process: starting them and
 * reading the same declarations again takes most of a small program's time.
 */
export class SharedCompiler {
  readonly #version: keyof typeof compilers;
  /** Declarations that are read, by how they are read. A compiler changes nothing in them that depends on the program. */
  readonly #declarations = new Map<string, Api.SourceFile | undefined>();

  constructor(version: keyof typeof compilers) {
    this.#version = version;
  }

  /** Compiles the program of `tsconfig.json` in a folder. */
  compile(folder: string): Compiled {
    return this.#version === "7" ? compileBySeven(folder) : this.#compileHere(folder);
  }

  #compileHere(folder: string): Compiled {
    const ts: typeof Api = require(compilers[this.#version]);
    const { config } = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile);
    const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
    const host = ts.createCompilerHost(options);
    const program = ts.createProgram(fileNames, options, {
      ...host,
      getCurrentDirectory: () => folder, // where packages of types are looked for
      getSourceFile: (path, how, ...rest) => this.#sourceFile(host, options, path, how, ...rest),
    });
    // The steps of `tsc`, because each of them adds to the count. Without `emit`, it does not compute what would be written.
    const found = [...errors, ...program.getSyntacticDiagnostics()];
    if (found.length === 0) found.push(...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics());
    if (found.length === 0) found.push(...program.getSemanticDiagnostics());
    if (found.length === 0 && options.noEmit && options.declaration) found.push(...program.getDeclarationDiagnostics());
    if (!options.noEmit) found.push(...program.emit().diagnostics);
    return {
      diagnostics: ts.sortAndDeduplicateDiagnostics(found).map((each) => diagnosticOf(ts, folder, each)),
      instantiations: program.getInstantiationCount(),
    };
  }

  #sourceFile(
    host: Api.CompilerHost,
    { module, moduleResolution, skipLibCheck }: Api.CompilerOptions,
    ...[path, how, ...rest]: Parameters<Api.CompilerHost["getSourceFile"]>
  ): Api.SourceFile | undefined {
    if (!/\.d\.[cm]?ts$/.test(path)) return host.getSourceFile(path, how, ...rest);
    const key = JSON.stringify([path, how, module, moduleResolution, skipLibCheck]);
    if (!this.#declarations.has(key)) this.#declarations.set(key, host.getSourceFile(path, how, ...rest));
    return this.#declarations.get(key);
  }
}

function compileBySeven(folder: string): Compiled {
  // Several checkers would each count the shared types again.
  const { diagnostics, output } = tsc(["-p", ".", "--extendedDiagnostics"], { cwd: folder, version: "7" });
  const count = /^Instantiations:\s+(\d+)$/m.exec(output)?.[1];
  if (count === undefined) throw new Error(`tsc printed no count:\n${output}`);
  return { diagnostics, instantiations: Number(count) };
}

function diagnosticOf(ts: typeof Api, folder: string, { file, start, code, messageText }: Api.Diagnostic): Diagnostic {
  return {
    file: file === undefined ? "" : relative(folder, file.fileName),
    line: file === undefined ? 0 : file.getLineAndCharacterOfPosition(start ?? 0).line + 1,
    code: `TS${code}`,
    message: ts.flattenDiagnosticMessageText(messageText, "\n"),
  };
}
