import type { ShikiTransformer } from "shiki";
import { type ShownBlock, shownBlock } from "./documents.js";

/** By document: each pair of a type and its documentation, as JSON, with its number. */
const textsByDocument = new Map<string, Map<string, number>>();

/** The file of a page's hover texts: a list that the marks' `data-type` counts. */
export function hoverTexts(document: string): string | undefined {
  const texts = textsByDocument.get(document);
  return texts && `[${[...texts.keys()].join(",")}]`;
}

/** The fence's code is `document:line`, by which the block is found. */
export const BLOCK_KEY = /^(\S+\.md):(\d+)$/;

/** Marks each word that has a type, and writes the compiler's errors below their lines. */
export function typeHovers(): ShikiTransformer {
  let block: ShownBlock | undefined;
  return {
    name: "type-hovers",
    preprocess(code, options) {
      const [, document = "", line] = BLOCK_KEY.exec(code.trim()) ?? [];
      block = line === undefined ? undefined : shownBlock(document, Number(line));
      if (!block) return undefined;
      const texts = textsByDocument.get(document) ?? new Map<string, number>();
      textsByDocument.set(document, texts);
      const words = block.words.map(({ start, length, type, documentation }) => {
        const text = JSON.stringify([type, documentation]);
        const number = texts.get(text) ?? texts.size;
        texts.set(text, number);
        return { start, end: start + length, properties: { "data-type": number } };
      });
      const errors = block.errors
        .filter(({ length }) => length > 0)
        .map(({ start, length }) => ({ start, end: start + length, properties: { class: "wrong" } }));
      options.decorations = [...(options.decorations ?? []), ...words, ...errors];
      return block.text;
    },
    pre(pre) {
      if (!block) return;
      pre.properties["data-types"] = "";
      const [code] = pre.children;
      if (code?.type !== "element") return;
      const lines = code.children.filter((child) => child.type === "element");
      // From the last line, because each error moves what comes after it.
      for (const error of block.errors.toReversed()) {
        const line = lines[error.line];
        if (!line) continue;
        const at = code.children.indexOf(line);
        const newline = code.children[at + 1];
        if (newline?.type === "text") line.children.push(...code.children.splice(at + 1, 1));
        code.children.splice(at + 1, 0, {
          type: "element",
          tagName: "span",
          properties: { class: "compiler vp-copy-ignore" },
          children: [
            { type: "element", tagName: "b", properties: {}, children: [{ type: "text", value: `TS${error.code}` }] },
            { type: "text", value: ` ${error.message}` },
          ],
        });
      }
    },
  };
}
