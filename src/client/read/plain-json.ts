import { isObject } from "../../wire/notes/members.js";

/** Whether JSON carries a value as it is. What is very deep may contain itself, and counts as not plain. */
export function isPlainJson(value: unknown, depth = 0): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (!isObject(value)) return !/^(bigint|function|symbol)$/.test(typeof value);
  return (
    isBare(value) &&
    !("toJSON" in value) &&
    depth < 500 &&
    Object.values(value).every((member) => isPlainJson(member, depth + 1))
  );
}

/** Whether an object is of no class, also in another realm, whose `Object.prototype` is not ours. */
export function isBare(value: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(value);
  return Array.isArray(value) || !prototype || !Object.getPrototypeOf(prototype);
}
