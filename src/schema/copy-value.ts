/**
 * Copies arrays, plain objects, dates, sets and maps, at any depth, so that a default that one request changes is not
 * changed for the next. Other instances are kept: their class may not allow copies.
 */
export function copyValue<T>(value: T): T;
export function copyValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyValue);
  if (value instanceof Date) return new Date(value);
  if (value instanceof Set) return new Set([...value].map(copyValue));
  if (value instanceof Map) return new Map([...value].map(([key, member]) => [copyValue(key), copyValue(member)]));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyValue(member)]));
  return Object.setPrototypeOf(copy, prototype as object | null);
}
