import { readFileSync, writeFileSync } from "node:fs";
import {
  countBannedPhrases,
  guideLengths,
  longSentences,
  MAX_GUIDE_WORDS,
  newBannedPhrases,
  type Recorded,
  total,
} from "./support/plain-english.js";

// Finds phrases that are hard to read and guides that are too long; `-- --long` lists long sentences and the words of each guide, `-- --write` records lower counts.
// Old text still contains banned phrases. scripts/english.json records how many, per file, and the numbers may only fall.
// `--write` records what is there now: also after a file was moved, because it compares the total alone.

const FILE = "scripts/english.json";
const recorded: Recorded = JSON.parse(readFileSync(FILE, "utf8"));
const counted = countBannedPhrases(".");

if (process.argv.includes("--write")) {
  if (total(counted) > total(recorded))
    throw new Error(`${FILE}: ${total(counted)} banned phrases are more than the recorded ${total(recorded)}`);
  writeFileSync(FILE, `${JSON.stringify(counted, undefined, 2)}\n`);
}

const found = process.argv.includes("--write") ? [] : newBannedPhrases(".", recorded);
for (const sentence of found) console.error(sentence);
if (found.length > 0) {
  console.error("If you only moved text, run `npm run check english -- --write`.");
  process.exitCode = 1;
} else console.log(`english: no new banned phrases (${total(counted)} old ones, ${total(recorded)} recorded)`);

const long = longSentences(".");
if (process.argv.includes("--long")) for (const sentence of long) console.warn(sentence);
console.warn(`english: ${long.length} sentences of more than 30 words in documents (--long lists them)`);

const guides = guideLengths(".");
for (const { path, words } of guides) {
  if (process.argv.includes("--long")) console.warn(`${path} ${words} words`);
  if (words <= MAX_GUIDE_WORDS) continue;
  console.error(`${path} has ${words} words, and a guide may have ${MAX_GUIDE_WORDS}: move rules to docs/reference.`);
  process.exitCode = 1;
}
console.log(`english: the longest guide is ${guides[0]?.path}, with ${guides[0]?.words} of ${MAX_GUIDE_WORDS} words`);
