import type { Range } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { hangOf } from "./hang.js";

/**
 * Indents what wraps, and marks the lines that are not in the original.
 *
 * @param original Without it, no line is marked.
 */
export function lineStyles(original?: string) {
  const first = original === undefined ? undefined : new Set(original.split("\n").map((line) => line.trim()));
  const isNew = (line: string): boolean => first !== undefined && line !== "" && !first.has(line);

  function decorationsOf({ visibleRanges, state: { doc } }: EditorView): DecorationSet {
    const found: Range<Decoration>[] = [];
    for (const { from, to } of visibleRanges) {
      for (let at = from; at <= to; ) {
        const line = doc.lineAt(at);
        const attributes = { style: `--hang: ${hangOf(line.text)}` };
        const looks = Decoration.line(isNew(line.text.trim()) ? { attributes, class: "changed" } : { attributes });
        found.push(looks.range(line.from));
        at = line.to + 1;
      }
    }
    return Decoration.set(found);
  }

  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = decorationsOf(view);
      }

      update({ docChanged, viewportChanged, view }: ViewUpdate): void {
        if (docChanged || viewportChanged) this.decorations = decorationsOf(view);
      }
    },
    { decorations: ({ decorations }) => decorations },
  );
}
