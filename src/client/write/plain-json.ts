import { isBare, isObject } from "../../wire/notes/members.js";

/** Whether JSON carries a value as it is. A very deep value is not plain, because it may contain itself. */
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
