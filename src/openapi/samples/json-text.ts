import { wrapped } from "./wrapped.js";

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
