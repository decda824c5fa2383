import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import ts from "typescript-5.9";
import { compilerOutput } from "../compiler/compile.js";
import { libraries, type Library, mistakes, starts } from "./programs.js";

// Compiles one small program per library and mistake, and prints a table: what TypeScript 7 says, and the hover that the language
// service of TypeScript 5.9 shows. TypeScript 7 has no such service for programs yet.

interface Told {
  /** With all lines; empty if the program compiles. */
  readonly message: string;
  readonly hover: string;
}

const modules = resolve("node_modules");
const folder = mkdtempSync(join(tmpdir(), "messages-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
symlinkSync(modules, join(folder, "node_modules"), "junction");
writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));

const positions = new Map<string, number>();
const fileOf = (library: Library, index: number) => join(folder, library, `mistake-${index}.ts`);
for (const library of libraries) {
  mkdirSync(join(folder, library));
  for (const [index, mistake] of mistakes.entries()) {
    const file = fileOf(library, index);
    positions.set(file, starts[library].length + mistake[library].indexOf("|"));
    writeFileSync(file, `${starts[library]}${mistake[library].replace("|", "")}\n`);
  }
}

const compilerOptions = {
  target: "es2022",
  lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
  module: "nodenext",
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};
writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));

const messages = readMessages(compilerOutput(folder));
const hovers = readHovers();

const told = (library: Library, index: number): Told => ({
  message: messages.get(`${library}/mistake-${index}.ts`) ?? "",
  hover: hovers.get(fileOf(library, index)) ?? "",
});
const first = (message: string) => message.split("\n")[0] ?? "";
const numbers = ({ message, hover }: Told) =>
  message === "" ? `compiles · ${hover.length}` : `${first(message).length} / ${message.length} · ${hover.length}`;

console.log(
  `Versions: ${["trestle", "@trpc/server", "@orpc/server", "zod", "typescript"].map(versionOf).join(", ")}\n`,
);
console.log("First line / all lines of the message · hover, in characters.\n");
console.log("| mistake | Trestle | tRPC | oRPC |\n|---|--:|--:|--:|");
for (const [index, { mistake }] of mistakes.entries()) {
  console.log(`| ${mistake} | ${libraries.map((library) => numbers(told(library, index))).join(" | ")} |`);
}
for (const [index, { mistake }] of mistakes.entries()) {
  console.log(`\n### ${mistake}\n`);
  for (const library of libraries) {
    const { message, hover } = told(library, index);
    console.log(`- ${library}: \`${cut(first(message)) || "compiles"}\`  \n  hover: \`${cut(hover)}\``);
  }
}

function cut(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8")) as { version: string };
  return `${name} ${version}`;
}

function readMessages(output: string): Map<string, string> {
  const found = new Map<string, string>();
  let file = "";
  for (const line of output.split("\n")) {
    const [, path, message] = /^(\S+)\(\d+,\d+\): error TS\d+: (.*)$/.exec(line) ?? [];
    if (path !== undefined && message !== undefined) {
      file = path;
      found.set(file, found.has(file) ? `${found.get(file)}\n${message}` : message);
    } else if (file !== "" && line.startsWith("  ")) found.set(file, `${found.get(file)}\n${line}`);
  }
  return found;
}

function readHovers(): Map<string, string> {
  const { options } = ts.parseJsonConfigFileContent({ compilerOptions, files: [] }, ts.sys, folder);
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...positions.keys()],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) =>
      ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8")) : undefined,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  return new Map(
    [...positions].map(([file, position]) => {
      const { displayParts } = service.getQuickInfoAtPosition(file, position) ?? {};
      return [file, ts.displayPartsToString(displayParts).replaceAll(/\s+/g, " ")];
    }),
  );
}
