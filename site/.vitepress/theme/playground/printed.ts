/** A value as a console shows it: dates are dates, and names have no quotes. @param around The objects in which it is. */
export function printed(value: unknown, indent = "", around: readonly object[] = []): string {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : `Date(${value.toISOString()})`;
  if (around.includes(value)) return "[Circular: this object again]";
  const inner = `${indent}  `;
  const within = [...around, value];
  const members = Array.isArray(value)
    ? value.map((member) => printed(member, inner, within))
    : Object.entries(value).map(([name, member]) => `${name}: ${printed(member, inner, within)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (members.length === 0) return `${open}${close}`;
  const short = `${open} ${members.join(", ")} ${close}`;
  if (!short.includes("\n") && indent.length + short.length <= 64) return short;
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join("")}${indent}${close}`;
}
