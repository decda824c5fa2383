import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { relative, resolve } from "node:path";

const require = createRequire(import.meta.url);

/** The compilers that the public types are checked with: the current one, and those that users still have. */
export const compilers = { "7": "typescript", "6.0": "typescript-6.0", "5.9": "typescript-5.9" } as const;

export interface Diagnostic {
  /** Relative to the folder tsc ran in; empty for a mistake in the configuration. */
  readonly file: string;
  readonly line: number;
  readonly code: string;
  /** The whole message, its indented explanations included, with quotes as a reader sees them. */
  readonly message: string;
}

export interface TscResult {
  readonly diagnostics: readonly Diagnostic[];
  /** What tsc printed, which is also the list of files under `--listFiles`. */
  readonly output: string;
}

/** Runs one compiler once and reads what it says. A compiler that dies without a diagnostic throws. */
export function tsc(
  args: readonly string[],
  { cwd = process.cwd(), version = "7" }: { cwd?: string; version?: keyof typeof compilers } = {},
): TscResult {
  const bin = resolve(require.resolve(`${compilers[version]}/package.json`), "../bin/tsc");
  // Each of several checkers checks what it shares with the others again: on two cores, one is faster, for half the work.
  const checkers = version === "7" ? ["--checkers", "1"] : [];
  const run = spawnSync(process.execPath, [bin, "--pretty", "false", ...checkers, ...args], {
    cwd,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  const diagnostics = readDiagnostics(run.stdout, cwd);
  if (run.status !== 0 && diagnostics.length === 0) throw new Error(`tsc failed: ${run.stdout}${run.stderr}`);
  return { diagnostics, output: run.stdout };
}

export const format = ({ file, line, code, message }: Diagnostic): string => `${file}:${line} ${code}: ${message}`;

function readDiagnostics(output: string, cwd: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const text of output.split("\n")) {
    const [, file, line, code, message] = /^(?:(.+)\((\d+),\d+\): )?error (TS\d+): (.*)$/.exec(text) ?? [];
    const last = found.at(-1);
    if (code && message !== undefined) {
      const path = file ? relative(cwd, resolve(cwd, file)) : "";
      found.push({ file: path, line: Number(line ?? 0), code, message: plain(message) });
    } else if (last && /^\s+\S/.test(text)) {
      found[found.length - 1] = { ...last, message: `${last.message}\n${plain(text)}` };
    }
  }
  return found;
}

/** A sentence that stands in a string literal type is printed with its quotes escaped. */
const plain = (message: string): string => message.replaceAll('\\"', '"').trimEnd();
