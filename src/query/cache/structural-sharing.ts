import { REST } from "../../client/read/link-rows.js";
import { isObject } from "../../wire/notes/members.js";

type Members = Record<PropertyKey, unknown>;

/**
 * Replaces the parts that are equal in both values by the old objects, so that components do not render again. A resource in a
 * list is compared with the old one of the same type and id, at any index. An instance of a class is kept as it is, unless the
 * class is a rich type.
 *
 * The new value is changed in place, so a page stays a page and resources stay marked. The same object can be in very many
 * places of a tree, so each pair is compared only once.
 */
export function shareStructure<T>(before: unknown, after: T): T {
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

    const byName = isList ? new Map<string | undefined, unknown>() : undefined;
    if (isList) for (const element of old as unknown as unknown[]) byName?.set(nameOf(element), element);
    const names = Object.keys(now);
    // A page also has links and meta to compare, and a list of members the link to the rest.
    let same =
      (!isList || (prototype === Array.prototype && old[REST] === now[REST])) &&
      names.length === Object.keys(old).length;
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

/** Whether a value equals an old one. It changes parts of the value, as `shareStructure` does. */
export function isEqual(old: unknown, now: unknown): boolean {
  return Object.is(shareStructure(old, now), old);
}

/** The type and id of an element that has them. */
function nameOf(element: unknown): string | undefined {
  const { type, id } = (element ?? {}) as Members; // of anything else these are undefined
  return typeof id === "string" ? `${type} ${id}` : undefined;
}
