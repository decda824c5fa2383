import { stripVTControlCharacters } from "node:util";

/** Colours only for a person at a terminal: https://no-color.org */
const isColoured = process.stdout.isTTY === true && !process.env.NO_COLOR;

const CODES = { bold: 1, dim: 2, red: 31, green: 32, cyan: 36 } as const;

export function paint(style: keyof typeof CODES, text: string): string {
  return isColoured ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text;
}

export function act(number: number, title: string): void {
  console.log(`\n${paint("bold", `${number}. ${title}`)}`);
}

export function show(text: string): void {
  for (const line of text.split("\n")) console.log(wrap(line, process.stdout.columns).replace(/^/gm, INDENT));
}

const INDENT = "   ";

/** Breaks a line between words, or within a URL, so that none is longer than a terminal with these columns. */
export function wrap(line: string, columns = Number.POSITIVE_INFINITY): string {
  const lines = [""];
  for (const part of line.split(/(?<=[ &?])/)) {
    const last = `${lines.at(-1)}${part}`;
    if (INDENT.length + stripVTControlCharacters(last).trimEnd().length <= columns) lines[lines.length - 1] = last;
    else lines.push(`  ${part}`);
  }
  return lines.join("\n");
}
