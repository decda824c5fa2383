const WIDTH = 58;

/**
 * A list or an object as text: on one line if it fits, otherwise one part on each line.
 *
 * @param before The number of characters before it on its line.
 * @param comma After the last part.
 */
export function wrapped(
  [open, close]: readonly [open: string, close: string],
  parts: readonly string[],
  indent: string,
  before: number,
  comma = "",
): string {
  const space = open === "{" ? " " : "";
  if (parts.length === 0) return `${open}${close}`;
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  if (before + line.length <= WIDTH && !line.includes("\n")) return line;
  const inner = `${indent}  `;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}${comma}\n${indent}${close}`;
}
