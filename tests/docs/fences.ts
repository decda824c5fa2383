export interface Fence {
  readonly code: readonly string[];
  /** The line of the document on which the code begins, counted from 1. */
  readonly line: number;
  /** The words after the language: `no-run`, or `run` for a ```tsx fence. */
  readonly flags: readonly string[];
}

/**
 * Every ```ts fence of a Markdown text, in order. Those inside an HTML comment too: they are part of the document's
 * program and not shown, which is the place for what sets the scene and for assertions. Those in ```tsx belong to it if they have a
 * flag: files of a program elsewhere, such as those of tests/frameworks, have none.
 */
export function fencesOf(markdown: string): Fence[] {
  const fences: Fence[] = [];
  let open: { code: string[]; line: number; info: string; indent: string; marker: string } | undefined;

  markdown.split("\n").forEach((text, index) => {
    const [, indent = "", marker, info = ""] = /^(\s*)(`{3,})(.*)$/.exec(text) ?? [];
    if (!open) {
      if (marker) open = { code: [], line: index + 2, info: info.trim(), indent, marker };
      return;
    }
    if (marker !== open.marker || info.trim() !== "") {
      open.code.push(text.startsWith(open.indent) ? text.slice(open.indent.length) : text.trimStart());
      return;
    }
    const [language, ...flags] = open.info.split(/\s+/);
    const isPart = language === "ts" || language === "typescript" || (language === "tsx" && flags.length > 0);
    if (isPart) fences.push({ code: open.code, line: open.line, flags });
    open = undefined;
  });

  if (open) throw new Error(`the fence that opens on line ${open.line - 1} is never closed`);
  return fences;
}
