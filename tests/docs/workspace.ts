import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Diagnostic, tsc } from "../../scripts/support/tsc.js";
import type { Program } from "./program.js";

/** Files in this folder stand beside every program's own, so that a block may import them: `./preamble.js`. */
const support = "docs/support";

/** So do these files of the example that guides share: `./news/data.js`. */
const shared = readdirSync("examples/news").filter((name) => name.endsWith(".ts"));

/** Where the programs are written: inside the repository, so that imports resolve as they do for everything else in it. */
export interface Workspace {
  readonly folder: string;
  readonly programs: readonly Program[];
}

export function writeWorkspace(name: string, programs: readonly Program[]): Workspace {
  const folder = resolve(".cache", name);
  rmSync(folder, { recursive: true, force: true });
  for (const program of programs) {
    const home = join(folder, slug(program.document));
    mkdirSync(home, { recursive: true });
    if (existsSync(support)) cpSync(support, home, { recursive: true });
    for (const name of shared) cpSync(join("examples/news", name), join(home, "news", name));
    for (const file of program.files) {
      mkdirSync(dirname(join(home, file.name)), { recursive: true });
      writeFileSync(join(home, file.name), file.code);
    }
  }
  const config = { extends: resolve("tsconfig.json"), include: ["**/*.ts", "**/*.tsx"], exclude: [] };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  return { folder, programs };
}

/** Type checks all programs in one run. Answers, for each document, what is wrong and on which of its lines. */
export function checkWorkspace({ folder, programs }: Workspace): Map<string, string[]> {
  // tsc calls a program without files a mistake.
  const { diagnostics } = programs.length > 0 ? tsc(["-p", folder], { cwd: folder }) : { diagnostics: [] };
  const problems = new Map<string, string[]>(programs.map(({ document }) => [document, []]));
  for (const diagnostic of diagnostics) {
    const { document, line } = origin(programs, diagnostic);
    problems.get(document)?.push(`${document}:${line} ${diagnostic.code}: ${diagnostic.message}`);
  }
  return problems;
}

/** Imports every file of a program that runs, in order. Throws what the first failing block throws. */
export async function runProgram({ folder }: Workspace, { document, files }: Program): Promise<void> {
  for (const { name, runs } of files) {
    if (runs) await import(join(folder, slug(document), name));
  }
}

function origin(programs: readonly Program[], { file, line, message }: Diagnostic): { document: string; line: number } {
  for (const { document, files } of programs) {
    const found = files.find(({ name }) => join(slug(document), name) === file);
    if (found) return { document, line: found.lines[line - 1] ?? 0 };
    if (file.startsWith(`${slug(document)}/`)) return { document, line: 0 };
  }
  throw new Error(`${file}:${line} ${message}`);
}

const slug = (document: string): string => document.replaceAll(/[^\w-]+/g, "-").replace(/^-/, "");
