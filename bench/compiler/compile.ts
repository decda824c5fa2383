import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

const packages = { "5.9": "typescript-5.9", "7": "typescript" } as const;
export type Version = keyof typeof packages;

/** Four checkers, the default of TypeScript 7, each count anew what they share. */
const options: Record<Version, readonly string[]> = { "5.9": [], "7": ["--singleThreaded"] };

export interface Compiled {
  readonly instantiations: number;
  readonly memory: number;
  readonly check: number;
  /** The codes of what it found wrong, with the files. */
  readonly errors: readonly string[];
}

/** Checks a program once. Memory in MB, time in seconds. */
export function compile(folder: string, version: Version, node: readonly string[] = []): Compiled {
  const { output, errors } = tsc(folder, version, ["-p", ".", "--extendedDiagnostics", ...options[version]], node);
  const value = (name: string) => {
    const text = new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(output)?.[1];
    if (text === undefined) throw new Error(`tsc printed no "${name}":\n${output}`);
    return Number(text);
  };
  return {
    instantiations: value("Instantiations"),
    memory: value("Memory used") / 1024,
    check: value("Check time"),
    errors,
  };
}

/**
 * What TypeScript 5.9 holds in MB when it has checked a program. It collects garbage before it looks where it can; else what it
 * says has in it what was not collected yet, up to a tenth of it, and another amount each time.
 */
export function held(folder: string): number {
  return compile(folder, "5.9", ["--expose-gc"]).memory;
}

/** The declarations that a client of another package reads in place of the API's sources. */
export interface Declarations {
  /** In kB: of the router's own file, and of every file. */
  readonly router: number;
  readonly all: number;
  readonly errors: readonly string[];
}

export function emitDeclarations(folder: string): Declarations {
  const { errors } = tsc(folder, "5.9", ["-p", "declarations.json"]);
  const home = join(folder, "declarations");
  const size = (file: string) => statSync(join(home, file)).size / 1000;
  const files = readdirSync(home).filter((file) => file.endsWith(".d.ts"));
  return {
    router: files.includes("api.d.ts") ? size("api.d.ts") : 0,
    all: files.reduce((sum, file) => sum + size(file), 0),
    errors,
  };
}

/** What TypeScript 7 prints about a program. */
export const compilerOutput = (folder: string): string => tsc(folder, "7", ["-p", "."]).output;

function tsc(cwd: string, version: Version, args: readonly string[], node: readonly string[] = []) {
  const bin = join(dirname(require.resolve(`${packages[version]}/package.json`)), "bin", "tsc");
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--max-old-space-size=4096", ...node, bin, "--pretty", "false", ...args],
    {
      cwd,
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    },
  );
  const errors = [...stdout.matchAll(/^(?:(.+)\(\d+,\d+\): )?error (TS\d+): (.*)$/gm)].map(
    ([, file, code, message]) => `${file ?? "tsc"} ${code} ${message}`,
  );
  if (stdout === "" && stderr !== "") throw new Error(stderr);
  return { output: stdout, errors };
}
