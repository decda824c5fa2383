import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findBannedPhrases } from "./banned-phrases.js";
import { writtenFiles } from "./written-files.js";

/** How many banned phrases each file may still contain. A file that is not listed may contain none. */
export type Recorded = Readonly<Record<string, number>>;

/** One sentence for each banned phrase in a file that contains more of them than are recorded for it. */
export function newBannedPhrases(root: string, recorded: Recorded): string[] {
  return writtenFiles(root).flatMap((path) => {
    const found = findBannedPhrases(read(root, path));
    const allowed = recorded[path] ?? 0;
    if (found.length <= allowed) return [];
    const count = `in this file: ${found.length}, recorded: ${allowed}`;
    return found.map(({ phrase, instead, line }) => `${path}:${line} "${phrase}": write ${instead} (${count})`);
  });
}

/** The banned phrases of each file that contains any. */
export function countBannedPhrases(root: string): Recorded {
  const counts = writtenFiles(root).map((path) => [path, findBannedPhrases(read(root, path)).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

export const total = (counts: Recorded): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

const MAX_WORDS = 30;

/** A line for each sentence of Markdown that has more than 30 words: its place, its length and how it begins. */
export function longSentences(root: string): string[] {
  return writtenFiles(root)
    .filter((path) => path.endsWith(".md"))
    .flatMap((path) =>
      sentences(read(root, path))
        .map((sentence) => ({ ...sentence, words: sentence.text.split(/\s+/).filter((word) => /\w/.test(word)) }))
        .filter(({ words }) => words.length > MAX_WORDS)
        .map(({ line, words }) => `${path}:${line} ${words.length} words: ${words.slice(0, 8).join(" ")} …`),
    );
}

/** How many words a guide may have. Rules that a reader looks up are pages of docs/reference, which may be longer. */
export const MAX_GUIDE_WORDS = 1500;

/** The words of each guide, tables and headings too, but no code and no hidden block. The longest first. */
export function guideLengths(root: string): { readonly path: string; readonly words: number }[] {
  return writtenFiles(root)
    .filter((path) => /^docs\/[\w-]+\.md$/.test(path))
    .map((path) => ({ path, words: withoutCode(read(root, path)).split(/\s+/).filter(isWord).length }))
    .sort((a, b) => b.words - a.words);
}

/** The sentences of the paragraphs and list items: no code, no tables, no headings. */
function sentences(markdown: string): { readonly text: string; readonly line: number }[] {
  const prose = withoutCode(markdown).replace(/^(?:\||#).*$/gm, "");
  return [...prose.matchAll(/(?:(?!\n\s*\n|\n\s*(?:[-*]|\d+\.)\s|[.!?]["*)]*\s).)+[.!?]?/gs)]
    .map(({ 0: text, index }) => ({ text, line: prose.slice(0, index + text.search(/\S|$/)).split("\n").length }))
    .filter(({ text }) => text.trim() !== "");
}

/** The text without hidden blocks and fences, which become empty lines. */
function withoutCode(markdown: string): string {
  const blank = (match: string) => match.replace(/[^\n]/g, "");
  return markdown.replace(/<!--.*?-->/gs, blank).replace(/^( *)(`{3,}).*?^\1\2 *$/gms, blank);
}

const isWord = (text: string): boolean => /[\p{Letter}\p{Number}]/u.test(text);
const read = (root: string, path: string): string => readFileSync(join(root, path), "utf8");
