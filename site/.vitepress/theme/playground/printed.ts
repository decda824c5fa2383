/** A value as a console shows it: dates are dates, and names have no quotes. */
export function printed(value: unknown, indent = ""): string {
  if (value instanceof Date) return `Date(${value.toISOString()})`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((member) => printed(member, inner))
    : Object.entries(value).map(([name, member]) => `${name}: ${printed(member, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (members.length === 0) return `${open}${close}`;
  const short = `${open} ${members.join(", ")} ${close}`;
  if (!short.includes("\n") && indent.length + short.length <= 64) return short;
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join("")}${indent}${close}`;
}
