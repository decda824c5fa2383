import { isObject } from "../rich/values.js";

/** Whether JSON carries a value as it is. */
export function isPlain(value: unknown): boolean {
  if (!isObject(value)) return typeof value === "number" ? Number.isFinite(value) : typeof value !== "bigint";
  const prototype: object | null = Object.getPrototypeOf(value);
  // Of no class, also in another realm, whose `Object.prototype` is not ours.
  const isBare = Array.isArray(value) || !prototype || !Object.getPrototypeOf(prototype);
  return isBare && !("toJSON" in value) && Object.values(value).every(isPlain);
}
