export interface BannedPhrase {
  readonly phrase: string;
  /** What to write instead. */
  readonly instead: string;
}

/** A phrase that was found in a file, with its line. */
export interface Found extends BannedPhrase {
  readonly line: number;
}

/** Phrases that readers stumble over. `|` separates the forms of one word. */
export const bannedPhrases: readonly BannedPhrase[] = [
  { phrase: "shall", instead: '"must" or "will"' },
  { phrase: "heed|heeds|heeded|heeding", instead: '"respect"' },
  { phrase: "besides", instead: '"also" or "apart from"' },
  { phrase: "whereof", instead: '"of which", or two sentences' },
  { phrase: "whoever", instead: 'the person or the program: "the caller", "a client"' },
  { phrase: "whatever", instead: '"any", or the cases' },
  { phrase: "is no(?!\\s+longer)", instead: '"is not a"' },
  { phrase: "are none", instead: '"are not"' },
  { phrase: "is told|told by", instead: '"gets", "receives" or "shows"' },
  { phrase: "is asked", instead: "who asks, as the subject" },
  { phrase: "asked again", instead: '"refetched"' },
  { phrase: "as ever", instead: '"as usual"' },
  { phrase: "all the same", instead: '"anyway"' },
  { phrase: "bring along|brings along|bringing along|brought along", instead: '"include" or "add"' },
];

// A phrase may be broken over two lines, of Markdown or of a comment.
const GAP = String.raw`\s+(?:(?:\*|//)\s+)?`;
const patterns = bannedPhrases.map((banned) => ({
  banned,
  pattern: new RegExp(`\\b(?:${banned.phrase.replaceAll(" ", GAP)})\\b`, "gi"),
}));

/** Every banned phrase in a text, in the order of its lines. */
export function findBannedPhrases(text: string): Found[] {
  return patterns
    .flatMap(({ banned, pattern }) =>
      [...text.matchAll(pattern)].map(({ index, 0: match }) => ({
        phrase: match.toLowerCase().replace(/\s+(?:(?:\*|\/\/)\s+)?/g, " "),
        instead: banned.instead,
        line: text.slice(0, index).split("\n").length,
      })),
    )
    .sort((one, other) => one.line - other.line);
}
