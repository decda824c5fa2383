import { dropped } from "./dropped.js";

/**
 * Copies arrays, plain objects, dates, URLs, sets and maps, at any depth, so that a request cannot change the default of
 * the next one. Instances of other classes are not copied, because their class may not allow it.
 *
 * @param copies What was copied: a value may contain an object twice, or contain itself.
 */
export function copyValue<T>(value: T, copies?: Map<object, object>): T;
export function copyValue(value: unknown, copies = new Map<object, object>()): unknown {
  if (typeof value !== "object" || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  const copied = (member: unknown) => copyValue(member, copies);
  const prototype = Object.getPrototypeOf(value) as object | null;
  // The prototype is the class, so the casts below hold.
  switch (prototype) {
    case Date.prototype:
      return new Date(value as Date);
    case URL.prototype:
      return new URL(value as URL);
    case Array.prototype: {
      const copy: unknown[] = [];
      copies.set(value, copy);
      for (const item of value as readonly unknown[]) copy.push(copied(item));
      return copy;
    }
    case Set.prototype: {
      const copy = new Set();
      copies.set(value, copy);
      for (const member of value as ReadonlySet<unknown>) copy.add(copied(member));
      return copy;
    }
    case Map.prototype: {
      const copy = new Map();
      copies.set(value, copy);
      for (const [key, member] of value as ReadonlyMap<unknown, unknown>) copy.set(copied(key), copied(member));
      return copy;
    }
    case Object.prototype:
    case null: {
      const copy = Object.create(prototype) as object;
      copies.set(value, copy);
      for (const [name, member] of Object.entries(value)) {
        Object.defineProperty(copy, name, { ...OWN, value: copied(member) }); // a member may be called __proto__
      }
      return copy;
    }
    default:
      dropped(value); // the handler may not await a promise
      return value;
  }
}

const OWN: PropertyDescriptor = { writable: true, enumerable: true, configurable: true };
