import { isBare, isObject } from "../../wire/notes/members.js";
import { isFetched, markFetched } from "./fetched-row.js";

type Classes = Readonly<Record<string, new (value: unknown) => unknown>>;

/**
 * Copies the input of a call, so that later changes by the caller do not change the request. Objects, lists and instances of
 * the classes that the client can send are copied at any depth. Other instances stay as they are, because only their classes
 * know how to copy them.
 */
export function copied<T>(value: T, known?: Map<unknown, unknown>): T;
export function copied(value: unknown, known = new Map<unknown, unknown>()): unknown {
  if (!isObject(value)) return value;
  if (known.has(value)) return known.get(value); // it may contain itself
  const tag = Object.prototype.toString.call(value).slice(8, -1); // `instanceof` fails for objects of another realm
  if (/^(Date|URL|URLSearchParams|Headers)$/.test(tag)) return make(tag, value);
  if (/^(Set|Map)$/.test(tag)) return make(tag, copied([...(value as Iterable<unknown>)], known));
  if (/^(\w+Array|ArrayBuffer|DataView)$/.test(tag)) return structuredClone(value);
  if (!isBare(value)) return value;
  const copy = Array.isArray(value) ? [...value] : Object.create(null); // so that `__proto__` is a normal member
  known.set(value, copy);
  for (const [name, member] of Object.entries(value)) copy[name] = copied(member, known);
  Object.setPrototypeOf(copy, Array.isArray(value) ? Array.prototype : Object.getPrototypeOf(value));
  return isFetched(value) ? markFetched(copy) : copy;
}

function make(name: string, value: unknown): unknown {
  const Class = (globalThis as unknown as Classes)[name]; // `name` is one of the tags above
  return Class && new Class(value);
}
