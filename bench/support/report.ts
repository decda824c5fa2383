import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import type { Spread } from "./statistics.js";

/** Prints rows as a table in Markdown, columns aligned. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  console.log(line(head));
  console.log(`|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
  for (const row of rows) console.log(line(row));
}

/** `1.04 (1.01–1.07)` */
export function showSpread({ median, low, high }: Spread): string {
  return `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

/** Writes what a bench found to `results/<name>.json`, with what it ran on. */
export function writeResults(name: string, results: object): void {
  const folder = new URL("../../results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const machine = { node: process.version, platform: process.platform, cpus: cpus().length, model: cpus()[0]?.model };
  const date = new Date().toISOString();
  const file = new URL(`${name}.json`, folder);
  writeFileSync(file, `${JSON.stringify({ bench: name, date, machine, ...results }, null, 2)}\n`);
  console.log(`\nWritten to bench/results/${name}.json`);
}

/** The value of `--name=value` on the command line. */
export function option(name: string): string | undefined {
  const prefix = `--${name}=`;
  return process.argv.find((argument) => argument.startsWith(prefix))?.slice(prefix.length);
}
