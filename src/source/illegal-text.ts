/**
 * What a text in a value contains that Postgres cannot store or compare: the character U+0000, or half of a surrogate pair, which
 * drivers would replace by another character.
 */
export function illegalText(value: unknown): string | undefined {
  if (typeof value === "string") {
    if (value.includes("\0")) return "the character U+0000";
    return /\p{Surrogate}/u.test(value) ? "a lone surrogate" : undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return first(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  return first(Object.keys(value)) ?? first(Object.values(value));
}

function first(values: readonly unknown[]): string | undefined {
  for (const each of values) {
    const found = illegalText(each);
    if (found !== undefined) return found;
  }
  return undefined;
}
