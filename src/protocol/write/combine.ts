import { Misfit } from "./row-error.js";

/** Combines what the two sides of an intersection keep of one value: the members of both. */
export function combine(left: unknown, right: unknown): unknown {
  if (Object.is(left, right)) return left;
  if (left instanceof Date && right instanceof Date && +left === +right) return left;
  if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    return left.map((item, index) => combine(item, right[index]));
  }
  if (!isPlain(left) || !isPlain(right)) throw new Misfit("what both sides of its intersection give", left);
  const both: Record<string, unknown> = { ...left };
  for (const [name, member] of Object.entries(right)) {
    both[name] = Object.hasOwn(left, name) ? combine(left[name], member) : member;
  }
  return both;
}

/** Whether a value is an object literal, or one without a prototype. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
