import { isObject, isBare } from "../../wire/notes/members.js";

/** The type and id of a resource. */
export interface ResourceIdentifier {
  readonly type: string;
  readonly id: string;
}

/** Its constructor returns the argument, so the private fields of a subclass are added to that object. */
export class ReturnOverride {
  constructor(value: object) {
    // biome-ignore lint/correctness/noConstructorReturn: this is what the class is for
    return value;
  }
}

/**
 * Marks every resource that a client read, with a private field. Without it, a resource would look like a JSON attribute with
 * `type` and `id`; with it, the client sends only the identifier of a resource that is set as a relationship. As with a
 * WeakSet, users do not see the mark and copies do not have it, but it takes almost no time.
 */
class Fetched extends ReturnOverride {
  readonly #isFetched = true;

  static has(value: object): boolean {
    return #isFetched in value;
  }
}

export function markFetched<T extends object>(resource: T): T {
  return new Fetched(resource) as T & Fetched; // `ReturnOverride` returns the resource
}

export const isFetched = Fetched.has;

/** Converts a value, or each value of a list. */
export function mapEach<TValue, T>(value: TValue | readonly TValue[], make: (one: TValue) => T): T | T[] {
  return Array.isArray(value) ? value.map(make) : make(value as TValue); // for TypeScript, a readonly list is not an `any[]`
}

export function identifierOf({ type, id }: ResourceIdentifier): ResourceIdentifier {
  return { type, id };
}

/** Whether a value is an object of named members, and not a list or a date: `page({ offset, limit })`, but not `page(2)`. */
export function isMembers(value: unknown): value is object {
  return isObject(value) && !Array.isArray(value) && !(value instanceof Date);
}

/** The id of an item, or an id as it is. */
export function idOf(target: unknown): unknown {
  return isMembers(target) ? (target as ResourceIdentifier).id : target; // only items are objects here
}

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
  const isCollection = /^(Set|Map)$/.test(tag);
  if (isCollection || /^(Date|URL|URLSearchParams|Headers)$/.test(tag)) {
    const Class = (globalThis as unknown as Classes)[tag] as Classes[string]; // of one of these names
    return new Class(isCollection ? copied([...(value as Iterable<unknown>)], known) : value); // by its tag
  }
  if (/^(\w+Array|ArrayBuffer|DataView)$/.test(tag)) return structuredClone(value);
  if (!isBare(value)) return value;
  const copy = Array.isArray(value) ? [...value] : Object.create(null); // so that `__proto__` is a normal member
  known.set(value, copy);
  for (const [name, member] of Object.entries(value)) copy[name] = copied(member, known);
  Object.setPrototypeOf(copy, Array.isArray(value) ? Array.prototype : Object.getPrototypeOf(value));
  return isFetched(value) ? markFetched(copy) : copy;
}
