/** A value as code: what a report prints. */
export function show(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? "new Date(NaN)" : `new Date("${value.toISOString()}")`;
  if (value instanceof URL) return `new URL("${value}")`;
  if (value instanceof Set) return `new Set(${show([...value])})`;
  if (value instanceof Map) return `new Map(${show([...value])})`;
  if (Array.isArray(value)) return `[${value.map(show).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(
      ([name, one]) => `${/^[a-z]\w*$/i.test(name) ? name : JSON.stringify(name)}: ${show(one)}`,
    );
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  return typeof value === "string" ? JSON.stringify(value) : Object.is(value, -0) ? "-0" : `${String(value)}`;
}
