import { isPlainObject } from "./plain.js";

/** Deep equality: the order of members does not count, and an undefined member is an absent one. */
export function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || (one === 0 && other === 0)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one)) return Array.isArray(other) && sameLists(one, other);
  if (one instanceof Set) return other instanceof Set && sameLists([...one], [...other]);
  if (one instanceof Map) return other instanceof Map && sameLists([...one], [...other]);
  if (one instanceof Date) return other instanceof Date && Object.is(one.getTime(), other.getTime());
  if (one instanceof URL) return other instanceof URL && one.href === other.href;
  if (!isPlainObject(one) || !isPlainObject(other) || Array.isArray(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const own = (object: object, name: string) => (Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined);
  return [...names].every((name) => same(own(one, name), own(other, name)));
}

function sameLists(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => same(value, other[index]));
}
