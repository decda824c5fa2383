import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import {
  countBannedPhrases,
  guideLengths,
  longSentences,
  MAX_GUIDE_WORDS,
  newBannedPhrases,
} from "../../scripts/support/plain-english.js";

const fixture = fileURLToPath(new URL("./fixtures/english", import.meta.url));

test("a banned phrase is reported with its place and what to write instead", () => {
  expect(newBannedPhrases(fixture, {})).toEqual([
    'docs/guide.md:3 "is no": write "is not a" (in this file: 3, recorded: 0)',
    'docs/guide.md:4 "shall": write "must" or "will" (in this file: 3, recorded: 0)',
    'docs/guide.md:10 "whatever": write "any", or the cases (in this file: 3, recorded: 0)',
    'src/server.ts:1 "is told": write "gets", "receives" or "shows" (in this file: 2, recorded: 0)',
    'src/server.ts:3 "is no": write "is not a" (in this file: 2, recorded: 0)',
  ]);
});

test("a file may keep as many as are recorded for it, and no more", () => {
  expect(countBannedPhrases(fixture)).toEqual({ "docs/guide.md": 3, "src/server.ts": 2 });
  expect(newBannedPhrases(fixture, { "docs/guide.md": 3, "src/server.ts": 4 })).toEqual([]);
  expect(newBannedPhrases(fixture, { "docs/guide.md": 3, "src/server.ts": 1 })).toHaveLength(2);
});

test("a sentence of more than 30 words is listed with its place", () => {
  expect(longSentences(fixture)).toEqual(["docs/guide.md:3 36 words: A list is no page, and nobody shall …"]);
});

test("the words of a guide are those outside of code and hidden blocks", () => {
  expect(guideLengths(fixture)).toEqual([{ path: "docs/guide.md", words: 46 }]);
});

test("no guide is longer than a reader has patience for", () => {
  const guides = guideLengths(".");
  expect(guides.length).toBeGreaterThan(30);
  expect(guides.filter(({ words }) => words > MAX_GUIDE_WORDS)).toEqual([]);
});
