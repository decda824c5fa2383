import type { Problem } from "./compiler-worker.js";

/** Where a problem begins in the code, and what the compiler says. */
export function problemLine({ from, code: number, message }: Problem, code: string): string {
  const before = code.slice(0, from).split("\n");
  const place = `Line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
  return `${place}: ${message}${number === undefined ? "" : ` (TS${number})`}`;
}
