import type { Fence } from "./fences.js";
import { checkTypeComments } from "./type-comments.js";

export interface ProgramFile {
  readonly name: string;
  readonly code: string;
  /** For each line of `code`, the line of the document that it came from. */
  readonly lines: readonly number[];
  readonly runs: boolean;
}

/** The blocks of one document: a small program whose modules run in the order in which they first appear. */
export interface Program {
  /** The document, as messages name it: `docs/define.md`. */
  readonly document: string;
  readonly files: readonly ProgramFile[];
}

/**
 * A block that begins with `// file: articles.ts` is that file, which later blocks may import as "./articles.js"; a block
 * that names the file again continues it. `// file: articles.ts (new)` is a later version, in the folder `new`.
 * Any other block is a module of its own.
 */
export function programOf(document: string, fences: readonly Fence[]): Program {
  const files = new Map<string, { code: string[]; lines: number[]; runs: boolean }>();

  fences.forEach(({ code, line, flags }, index) => {
    const unknown = flags.find((flag) => flag !== "no-run" && flag !== "run");
    if (unknown) throw new Error(`${document}:${line} a ts block cannot be "${unknown}": write no-run, or nothing`);

    const [, path, isNew] = /^\/\/ file: ([\w./-]+\.tsx?)( \(new\))?$/.exec(code[0] ?? "") ?? [];
    const name = path === undefined ? `block-${index + 1}.ts` : isNew ? `new/${path}` : path;
    const file = files.get(name) ?? { code: [], lines: [], runs: true };
    file.code.push(...code);
    file.lines.push(...code.map((_, offset) => line + offset));
    file.runs &&= !flags.includes("no-run");
    files.set(name, file);
  });

  return {
    document,
    files: [...files].map(([name, { code, lines, runs }]) => ({
      name,
      code: `${checkTypeComments(code).join("\n")}\n`,
      lines,
      runs,
    })),
  };
}
