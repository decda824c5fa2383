import { join } from "node:path";
import { fencesOf } from "../../../tests/docs/fences.js";
import { programOf } from "../../../tests/docs/program.js";
import { ROOT } from "../pages.js";

/** A file of a document's program, as the compiler reads it. */
export interface CodeFile {
  readonly path: string;
  readonly text: string;
  /** The lines, counted from 0, that an @ts-expect-error announces as wrong. */
  readonly wrong: ReadonlySet<number>;
}

/** One ts block of a document: a part of a file. */
export interface Block {
  readonly file: CodeFile;
  readonly start: number;
  readonly end: number;
}

/** The program of one document. */
export interface DocumentCode {
  readonly files: readonly CodeFile[];
  /** By the line of the document on which the block's code begins, counted from 1. */
  readonly blocks: ReadonlyMap<number, Block>;
}

/** Files of documents have a folder each, which exists only for the compiler. */
export const HOMES = join(ROOT, ".cache/site");

/**
 * The files that tests/docs compiles for a document, with the lines that readers see: without `// file:` comments, and with
 * the reason of an @ts-expect-error in the place of the directive, so that the compiler says its words.
 */
export function codeOf(document: string, markdown: string): DocumentCode {
  const fences = fencesOf(markdown);
  const written = new Map(fences.flatMap(({ code, line }) => code.map((text, index) => [line + index, text] as const)));
  const begins = new Set(fences.map(({ line }) => line));
  const home = join(HOMES, document.replaceAll(/[^\w-]+/g, "-"));
  const blocks = new Map<number, Block>();

  const files = programOf(document, fences).files.map(({ name, lines }) => {
    const shown: string[] = [];
    const wrong = new Set<number>();
    const starts: { readonly line: number; readonly start: number }[] = [];
    let announced = false;
    for (const line of lines) {
      if (begins.has(line)) starts.push({ line, start: lengthOf(shown) });
      const text = written.get(line) ?? "";
      const [directive, indent, reason = ""] = /^(\s*)\/\/ @ts-expect-error ?(.*)$/.exec(text) ?? [];
      if (directive === undefined) {
        if (/^\/\/ file: /.test(text)) continue;
        if (announced && !/^\s*\/\//.test(text)) {
          wrong.add(shown.length);
          announced = false;
        }
        shown.push(text);
      } else {
        announced = true;
        if (reason !== "") shown.push(`${indent}// ${reason}`);
      }
    }
    const file = { path: join(home, name), text: shown.map((text) => `${text}\n`).join(""), wrong };
    starts.forEach(({ line, start }, index) => {
      blocks.set(line, { file, start, end: starts[index + 1]?.start ?? file.text.length });
    });
    return file;
  });

  return { files, blocks };
}

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, { length }) => sum + length + 1, 0);
