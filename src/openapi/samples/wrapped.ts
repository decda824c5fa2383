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

/** A value as JSON that is easy to read: small lists and objects stay on one line. @param before As for `wrapped`. */
export function jsonText(value: unknown, indent = "", before = indent.length): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => jsonText(item, inner));
    return wrapped(["[", "]"], items, indent, before);
  }
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).map(([name, member]) => {
    const key = `${JSON.stringify(name)}: `;
    return `${key}${jsonText(member, inner, inner.length + key.length)}`;
  });
  return wrapped(["{", "}"], members, indent, before);
}
