// What each client brings to a page: bundled by esbuild, minified and gzipped.
import { printTable, writeResults } from "../support/report.js";
import { contenders } from "./contenders.js";
import { weigh } from "./weigh.js";

const results: { title: string; start: number; later: number }[] = [];
for (const { title, code, external, conditions, on } of contenders) {
  const { start, later } = await weigh(code, external, conditions);
  const below = on === undefined ? { start: 0, later: 0 } : await weigh(on, external);
  results.push({ title, start: start - below.start, later: later - below.later });
}

const kilobytes = (bytes: number) => (bytes === 0 ? "" : (bytes / 1000).toFixed(2));
console.log("\nkB, minified and gzipped\n");
printTable(
  ["", "at once", "loaded later"],
  results.map(({ title, start, later }) => [title, kilobytes(start), kilobytes(later)]),
);
writeResults("bundle", { results });
