import type { Fence } from "./fences.js";
import { fencesOf } from "./fences.js";

/**
 * The ```ts fences under `@example` in the TSDoc comments of a source file. Each is a module of its own. It imports what a
 * reader would import, and may leave out the names in `preamble`, which it then gets from docs/support/preamble.ts.
 */
export function examplesOf(source: string, preamble: readonly string[]): Fence[] {
  const comments = source.matchAll(/\/\*\*.*?\*\//gs);
  return [...comments].flatMap((comment) => {
    const before = source.slice(0, comment.index).split("\n").length - 1;
    return examplesIn(comment[0]).map(({ code, line, flags }) => {
      const names = missingNames(code.join("\n"), preamble);
      const header = names.length > 0 ? `import { ${names.join(", ")} } from "./preamble.js"; ` : "";
      // On the first line of the example, so that every line keeps its number.
      return { code: [header + (code[0] ?? ""), ...code.slice(1)], line: before + line, flags };
    });
  });
}

/** The comment without its stars, and without its other tags, line for line. */
function examplesIn(comment: string): Fence[] {
  let inExample = false;
  let inFence = false;
  const lines = comment.split("\n").map((line) => {
    const text = line.replace(/^\s*(\/\*\*|\*\/|\*) ?/, "").replace(/\s*\*\/$/, "");
    if (!inFence && /^@\w/.test(text)) inExample = text.startsWith("@example");
    if (inExample && text.startsWith("```")) inFence = !inFence;
    return inExample && (inFence || text.startsWith("```")) ? text : "";
  });
  return fencesOf(lines.join("\n"));
}

/** The names of the preamble that the code uses, and neither imports nor declares. */
function missingNames(code: string, preamble: readonly string[]): string[] {
  const bare = code.replaceAll(/\/\/.*$/gm, "").replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""');
  const imported = [...bare.matchAll(/^import\s[^;]*/gm)].join("\n");
  return preamble.filter((name) => {
    const used = new RegExp(`(?<![.\\w$])${name}(?![\\w$]|\\s*\\??:)`).test(bare);
    const declared = new RegExp(`\\b(?:const|let|function|class|type|interface)\\s+${name}\\b`).test(bare);
    return used && !declared && !new RegExp(`\\b${name}\\b`).test(imported);
  });
}
