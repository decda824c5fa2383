import { wordDifference } from "./word-difference.js";

/** A change of a text: what stands between two places of it is replaced. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Both edits of a text in one. Undefined if they change the same words, or words that touch: then a person must choose. */
export function mergeWords(base: string, mine: string, theirs: string): string | undefined {
  const edits = [...editsOf(base, mine), ...editsOf(base, theirs)].sort((a, b) => a.start - b.start || a.end - b.end);
  let [merged, at] = ["", 0];
  let last: Edit | undefined;
  for (const edit of edits) {
    if (last && isSame(edit, last)) continue; // both made this change
    if (last && edit.start <= last.end) return undefined;
    merged += base.slice(at, edit.start) + edit.text;
    at = edit.end;
    last = edit;
  }
  return merged + base.slice(at);
}

function editsOf(base: string, text: string): readonly Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  for (const part of wordDifference(base, text)) {
    const last = edits.at(-1);
    const end = part.kind === "added" ? at : at + part.text.length;
    const added = part.kind === "added" ? part.text : "";
    if (part.kind !== "same" && last?.end === at) edits[edits.length - 1] = { ...last, end, text: last.text + added };
    else if (part.kind !== "same") edits.push({ start: at, end, text: added });
    at = end;
  }
  return edits;
}

const isSame = (one: Edit, other: Edit): boolean =>
  one.start === other.start && one.end === other.end && one.text === other.text;

/** Both changes of a set: what one of them added is there, and what one of them removed is not. */
export function mergeSets(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const all = [...new Set([...mine, ...theirs])];
  return all.filter((each) => !base.includes(each) || (mine.includes(each) && theirs.includes(each)));
}
