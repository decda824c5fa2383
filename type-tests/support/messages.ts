import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { type compilers, format, tsc } from "../../scripts/support/tsc.js";

/** A fixture with one mistake in it, and what the compiler has to say about it. */
export interface Mistake {
  readonly name: string;
  /** From its `// message: …` lines, at the top of the file. */
  readonly expected: readonly string[];
  readonly said: readonly string[];
}

/** Compiles every file of a folder in one run: a new mistake costs no new compiler. */
export function compileMistakes(folder: string, version: keyof typeof compilers = "7"): Mistake[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  const config = resolve(".cache", "mistakes", basename(folder), "tsconfig.json");
  mkdirSync(resolve(config, ".."), { recursive: true });
  writeFileSync(
    config,
    JSON.stringify({
      extends: resolve("tsconfig.json"),
      files: names.map((name) => resolve(folder, name)),
      include: [],
    }),
  );
  const { diagnostics } = tsc(["-p", config], { cwd: resolve(folder), version });
  const elsewhere = diagnostics.find(({ file }) => !names.includes(file));
  if (elsewhere) throw new Error(`a mistake outside the fixtures: ${format(elsewhere)}`);

  return names.map((name) => ({
    name,
    expected: expectedIn(readFileSync(join(folder, name), "utf8")),
    said: diagnostics.filter(({ file }) => file === name).map(({ message }) => message),
  }));
}

/** Messages with more characters, all lines included, are long. */
export const LONG = 500;

type Says = (message: string, sentence: string) => boolean;

export const saysExactly: Says = (message, sentence) => message.includes(sentence);

/** The same words in any order: compilers before TypeScript 7 list the members of unions in another order. */
export const saysInWords: Says = (message, sentence) => {
  const left = wordsOf(message);
  return wordsOf(sentence).every((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
};

const wordsOf = (text: string): string[] => text.match(/[\w~$-]+/g) ?? [];

/** What is wrong with the messages of a fixture: each expected sentence must be said, and nothing else may be. */
export function problemsOf({ expected, said }: Mistake, says: Says = saysExactly): string[] {
  if (expected.length === 0) return ["it has no first line `// message: …`"];
  const missing = expected.filter((sentence) => !said.some((message) => says(message, sentence)));
  const surplus = said.filter((message) => !expected.some((sentence) => says(message, sentence)));
  return [
    ...missing.map((sentence) => `the compiler does not say: ${sentence}`),
    ...surplus.map((message) => `the compiler also says: ${message}`),
  ];
}

function expectedIn(source: string): string[] {
  const lines = source.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("// message: "));
  return lines.slice(0, end).map((line) => line.slice("// message: ".length).trim());
}
