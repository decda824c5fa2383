import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { documents, ROOT } from "../pages.js";
import { type Block, codeOf, type DocumentCode } from "./blocks.js";
import { keep, keyOf, readKept } from "./kept.js";
import { type CompilerError, type LanguageService, languageServiceFor, type TypedWord } from "./language-service.js";

/** A block as its page shows it. Offsets are those of `text`, lines are counted from 0. */
export interface ShownBlock {
  readonly text: string;
  readonly words: readonly TypedWord[];
  readonly errors: readonly CompilerError[];
}

// All documents at once, because each later one would make the compiler start again.
const codes = new Map<string, DocumentCode>();
for (const document of documents) {
  const path = join(ROOT, document);
  if (existsSync(path)) codes.set(document, codeOf(document, readFileSync(path, "utf8")));
}
const files = [...codes.values()].flatMap((code) => code.files);

const key = keyOf(files);
const shown = readKept(key) as Map<string, ShownBlock>; // the key holds for this code too
let service: LanguageService | undefined;

/** The block of a document whose code begins on a line, counted from 1. */
export function shownBlock(document: string, line: number): ShownBlock {
  const name = `${document}:${line}`;
  const known = shown.get(name);
  if (known) return known;
  const code = codes.get(document);
  const block = code?.blocks.get(line);
  if (!code || !block) throw new Error(`${name} is not a ts block of the document's program.`);

  service ??= languageServiceFor(files);
  checkAnnounced(document, code, service);
  const result = readBlock(block, service);
  shown.set(name, result);
  return result;
}

process.once("exit", () => {
  if (service) keep(key, shown);
});

/** Throws if the compiler finds an error that no @ts-expect-error announces, or if it does not find one that is announced. */
function checkAnnounced(document: string, code: DocumentCode, { errorsIn }: LanguageService): void {
  const problems = code.files.flatMap(({ path, wrong }) => {
    const errors = errorsIn(path);
    const missing = [...wrong].filter((line) => !errors.some((error) => error.line === line));
    return [
      ...errors
        .filter(({ line }) => !wrong.has(line))
        .map(({ code, message, line }) => `${path}:${line + 1} TS${code}: ${message}`),
      ...missing.map((line) => `${path}:${line + 1} compiles, but @ts-expect-error announces an error.`),
    ];
  });
  if (problems.length > 0) throw new Error(`${document} does not compile as announced.\n${problems.join("\n")}`);
}

function readBlock({ file, start, end }: Block, { wordsIn, errorsIn }: LanguageService): ShownBlock {
  const text = file.text.slice(start, end).trimEnd();
  const first = file.text.slice(0, start).split("\n").length - 1;
  const inside = (at: number) => at >= start && at < start + text.length;
  return {
    text,
    words: wordsIn(file.path, start, end)
      .filter((word) => inside(word.start))
      .map((word) => ({ ...word, start: word.start - start })),
    errors: errorsIn(file.path)
      .filter((error) => inside(error.start))
      .map((error) => ({ ...error, start: error.start - start, line: error.line - first })),
  };
}
