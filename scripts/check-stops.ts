import { readFileSync } from "node:fs";
import { join } from "node:path";
import { codeLines } from "./support/code-lines.js";
import { mutualFolders } from "./support/mutual-folders.js";
import { requestWalks } from "./support/request-walks.js";
import { sourceFiles } from "./support/source-files.js";
import { functionsOf, stopsOf } from "./support/stops.js";

// Counts the files and functions of src that one request runs, and the lines of src; `-- list` shows those of one walk.
// These limits keep the way of a request short enough to be read. Lines have room for small changes (0043).

const LIMITS = {
  get: { files: 22, functions: 62 },
  list: { files: 48, functions: 175 }, // one for the shapes of requests (docs/decisions 0038), and one for orders, which includes have, too (0041)
  create: { files: 44, functions: 148 },
  "client-create": { files: 83, functions: 316 }, // one more for what queries in includes ask (0041)
  src: {
    lines: 39_240, // there are 39 240: one statement for a page (docs/decisions 0038), SQLite (0039), plain JSON (0040) and questions (0041) have theirs, and so has a page of the API that shows every rule (0043)
    "lines in the median file": 80,
    "lines in the largest file": 350,
    "mutual pairs of folders": 0,
  },
};

const shown = process.argv[2];

for (const [name, walk] of Object.entries(await requestWalks())) {
  const stops = await stopsOf(walk);
  check(name as keyof typeof LIMITS, { files: stops.size, functions: functionsOf(stops) });
  if (name !== shown) continue;
  for (const [file, functions] of [...stops].sort()) console.log(`      ${file}: ${functions.join(", ")}`);
}
const lines = sourceFiles("src").map((path) => codeLines(readFileSync(join("src", path), "utf8")));
lines.sort((a, b) => a - b);
check("src", {
  lines: lines.reduce((sum, count) => sum + count, 0),
  "lines in the median file": lines[Math.floor(lines.length / 2)] ?? 0,
  "lines in the largest file": lines.at(-1) ?? 0,
  "mutual pairs of folders": mutualFolders("src").length,
});
if (process.exitCode)
  console.log(
    "Make other code shorter, or raise the number in scripts/check-stops.ts and say why in the pull request.",
  );
process.exit(); // Fastify, PGlite and TanStack Query keep the process alive

function check(name: keyof typeof LIMITS, counts: Readonly<Record<string, number>>): void {
  const limits: Readonly<Record<string, number>> = LIMITS[name];
  const isOver = Object.entries(counts).some(([what, count]) => count > (limits[what] ?? 0));
  const texts = Object.entries(counts).map(([what, count]) => `${count} ${what} (at most ${limits[what]})`);
  console.log(`${isOver ? "not ok" : "ok"}  stops of ${name}: ${texts.join(", ")}`);
  if (isOver) process.exitCode = 1;
}
