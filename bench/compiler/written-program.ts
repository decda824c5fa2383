import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Program } from "./trestle-program.js";

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

const compilerOptions = {
  target: "es2022",
  lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
  module: "nodenext",
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  types: ["node"],
};

/** Writes a program beside the packages of bench/, and gives its folder, removed when the bench ends. */
export function writtenProgram(files: Program): string {
  const folder = mkdtempSync(join(tmpdir(), "trestle-compiler-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(modules, join(folder, "node_modules"), "junction");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "program", private: true, type: "module" }));
  for (const [path, text] of files) writeFileSync(join(folder, path), text);
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true }, files: ["client.ts"] }),
  );
  const emitting = { ...compilerOptions, declaration: true, emitDeclarationOnly: true, outDir: "declarations" };
  writeFileSync(join(folder, "declarations.json"), JSON.stringify({ compilerOptions: emitting, files: ["client.ts"] }));
  return folder;
}
