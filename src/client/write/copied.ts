import { isObject } from "../../wire/notes/members.js";
import { isFetched, remember } from "../read/fetched-row.js";
import { isBare } from "../read/plain-json.js";

type Classes = Readonly<Record<string, new (value: unknown) => unknown>>;

/**
 * Copies what a call was given, so that it sends what the caller gave, and not what the caller made of it meanwhile. Objects,
 * lists and the classes that the client writes are copied at any depth. An instance of another class stays as it is, because
 * only its class knows how to copy it.
 */
export function copied<T>(value: T, known?: Map<unknown, unknown>): T;
export function copied(value: unknown, known = new Map<unknown, unknown>()): unknown {
  if (!isObject(value)) return value;
  if (known.has(value)) return known.get(value); // it may contain itself
  const tag = Object.prototype.toString.call(value).slice(8, -1); // `instanceof` fails for what another realm made
  if (/^(Date|URL|URLSearchParams|Headers)$/.test(tag)) return make(tag, value);
  if (/^(Set|Map)$/.test(tag)) return make(tag, copied([...(value as Iterable<unknown>)], known));
  if (/^(\w+Array|ArrayBuffer|DataView)$/.test(tag)) return structuredClone(value);
  if (!isBare(value)) return value;
  const copy = Array.isArray(value) ? [...value] : Object.create(null); // where a member called `__proto__` is one
  known.set(value, copy);
  for (const [name, member] of Object.entries(value)) copy[name] = copied(member, known);
  Object.setPrototypeOf(copy, Array.isArray(value) ? Array.prototype : Object.getPrototypeOf(value));
  return isFetched(value) ? remember(copy) : copy;
}

function make(name: string, value: unknown): unknown {
  const Class = (globalThis as unknown as Classes)[name]; // by its tag, it is one of these
  return Class && new Class(value);
}
