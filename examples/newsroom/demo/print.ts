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
  console.log(text.replace(/^/gm, "   "));
}
