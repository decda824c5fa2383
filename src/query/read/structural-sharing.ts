import { isObject } from "../../wire/notes/members.js";

type Members = Record<string | number, unknown>;

/**
 * What is equal in both, as the object that it was before: so that nothing is rendered again for it. Resources are
 * compared with the one of their type and id, wherever in a list they stand now. An instance of a class
 * that is none of the rich types is taken as it comes.
 *
 * The new value takes the old parts over, instead of being copied: a page stays a page, a resource is known as one. A
 * tree may hold the same object in very many places, so that each pair is compared once.
 */
export function share<T>(before: unknown, after: T): T {
  const known = new Map<unknown, Map<unknown, unknown>>();

  const visit = (old: unknown, now: unknown): unknown => {
    if (old === now || !isObject(old) || !isObject(now)) return now;
    const pairs = known.get(now) ?? new Map<unknown, unknown>();
    known.set(now, pairs);
    if (!pairs.has(old)) pairs.set(old, compare(old as Members, now as Members)); // objects are read by key
    return pairs.get(old);
  };

  const compare = (old: Members, now: Members): unknown => {
    const prototype = Object.getPrototypeOf(now);
    if (prototype !== Object.getPrototypeOf(old)) return now;
    if (now instanceof Date) return +now === +(old as unknown as Date) ? old : now; // of one prototype
    if (now instanceof URL || now instanceof RegExp) return `${old}` === `${now}` ? old : now;
    if (now instanceof Map || now instanceof Set) {
      const elements = [...(old as unknown as Iterable<unknown>)]; // of one prototype
      return visit(elements, [...now]) === elements ? old : now;
    }
    const isList = Array.isArray(now);
    if (!isList && prototype !== Object.prototype && prototype !== null) return now;

    const byName = isList && new Map((old as unknown as unknown[]).map((element) => [nameOf(element), element]));
    const names = Object.keys(now);
    // Of a page there is more to compare than its items.
    let same = (!isList || prototype === Array.prototype) && names.length === Object.keys(old).length;
    for (const name of names) {
      const element = byName ? nameOf(now[name]) : undefined;
      const value = visit(byName && element ? byName.get(element) : old[name], now[name]);
      if (value !== old[name] || !Object.hasOwn(old, name)) same = false;
      if (value !== now[name] && !Object.isFrozen(now)) now[name] = value;
    }
    return same ? old : now;
  };

  return visit(before, after) as T; // equal to what came in
}

/** The type and id of an element that has them. */
function nameOf(element: unknown): string | undefined {
  const { type, id } = (element ?? {}) as Members; // of anything else these are undefined
  return typeof id === "string" ? `${type} ${id}` : undefined;
}
