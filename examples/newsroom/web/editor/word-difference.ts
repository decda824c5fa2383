/** A part of a text: in both versions, or only in one. */
export interface Part {
  readonly text: string;
  readonly kind: "same" | "removed" | "added";
}

/** Words of longer texts take too long to compare, so these are compared by paragraphs. */
const LONGEST = 4000;

const words = new Intl.Segmenter("en", { granularity: "word" });

/** What an edit changed, word by word. */
export function wordDifference(before: string, after: string): readonly Part[] {
  const [old, now] = [paragraphsOf(before), paragraphsOf(after)];
  const start = old.findIndex((each, index) => each !== now[index]);
  const head = start === -1 ? Math.min(old.length, now.length) : start;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const [removed, added] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  const isLong = removed.join("").length > LONGEST || added.join("").length > LONGEST;
  const split = (each: readonly string[]) => (isLong ? each : wordsOf(each.join("")));
  const parts: Part[] = [];
  add(parts, old.slice(0, head).join(""), "same");
  addChanges(parts, [...difference(split(removed), split(added))]);
  add(parts, old.slice(old.length - tail).join(""), "same");
  return parts;
}

const paragraphsOf = (text: string) => text.split(/(?<=\n)/);
const wordsOf = (text: string) => Array.from(words.segment(text), ({ segment }) => segment);

/** The longest common subsequence, and what stands between its members. */
function* difference(a: readonly string[], b: readonly string[]): Generator<readonly [string, Part["kind"]]> {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left = "", right = ""] = [a[i], b[j]];
    if (i < a.length && j < b.length && left === right) {
      yield [left, "same"];
      i++;
      j++;
    } else if (j === b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      yield [left, "removed"];
      i++;
    } else {
      yield [right, "added"];
      j++;
    }
  }
}

/** Adds what changed between two words that stayed as one change, also if it contains spaces that stayed. */
function addChanges(parts: Part[], segments: readonly (readonly [string, Part["kind"]])[]): void {
  let [removed, added] = ["", ""];
  const flush = () => {
    add(parts, removed, "removed");
    add(parts, added, "added");
    [removed, added] = ["", ""];
  };
  segments.forEach(([text, kind], index) => {
    const next = segments[index + 1]?.[1] ?? "same";
    const isBetween = removed !== "" && added !== "" && next !== "same" && text === " ";
    if (kind !== "added" && (kind === "removed" || isBetween)) removed += text;
    if (kind !== "removed" && (kind === "added" || isBetween)) added += text;
    if (kind !== "same" || isBetween) return;
    flush();
    add(parts, text, "same");
  });
  flush();
}

function add(parts: Part[], text: string, kind: Part["kind"]): void {
  const last = parts.at(-1);
  if (text === "") return;
  if (last?.kind === kind) parts[parts.length - 1] = { text: last.text + text, kind };
  else parts.push({ text, kind });
}
