import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript-5.9";
import type { Cursor, Editor } from "./editor.js";

const FILE = resolve("type-tests/editor/program.ts");

/** An editor with the language service of TypeScript 5.9. */
export class ServiceEditor implements Editor {
  readonly #service: ts.LanguageService;
  #text = "";
  #version = 0;

  constructor() {
    const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, resolve("."));
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getScriptFileNames: () => [FILE],
      getScriptVersion: (name) => (name === FILE ? String(this.#version) : "1"),
      getScriptSnapshot: (name) => {
        if (name === FILE) return ts.ScriptSnapshot.fromString(this.#text);
        return ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8")) : undefined;
      },
      getCurrentDirectory: () => resolve("."),
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: (name) => name === FILE || ts.sys.fileExists(name),
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
    });
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {
    this.#service.dispose();
  }

  open(text: string): Cursor {
    const position = text.indexOf("|");
    this.#text = text.replace("|", "");
    this.#version += 1;
    return new ServiceCursor(this.#service, this.#text, position);
  }
}

class ServiceCursor implements Cursor {
  constructor(
    readonly service: ts.LanguageService,
    readonly text: string,
    readonly position: number,
  ) {}

  async hover(): Promise<string> {
    const { displayParts } = this.service.getQuickInfoAtPosition(FILE, this.position) ?? {};
    return ts.displayPartsToString(displayParts).replaceAll(/\s+/g, " ");
  }

  async completions(): Promise<string[]> {
    const { entries = [] } = this.service.getCompletionsAtPosition(FILE, this.position, {}) ?? {};
    return entries.filter(({ sortText }) => sortText <= "12").map(({ name }) => name);
  }

  async definitions(): Promise<string[]> {
    const found = this.service.getDefinitionAtPosition(FILE, this.position) ?? [];
    return found.filter(({ fileName }) => fileName === FILE).map(({ textSpan }) => this.#lineAt(textSpan.start));
  }

  async renames(): Promise<string[]> {
    const found = this.service.findRenameLocations(FILE, this.position, false, false, {}) ?? [];
    return found.map(({ textSpan }) => this.#lineAt(textSpan.start));
  }

  #lineAt(start: number): string {
    const line = this.text.lastIndexOf("\n", start - 1) + 1;
    return this.text.slice(line, this.text.indexOf("\n", start)).trim();
  }
}
