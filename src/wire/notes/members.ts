/** Whether a value can have members, as a list can. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Maps each own member. Uses entries, so that a member called `__proto__` stays a member. */
export function mapMembers<T>(members: object, make: (value: unknown, name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, make(value, name)]));
}

/** Whether an object is a list or a plain object, also one of another realm, which has its own `Object.prototype`. */
export function isBare(value: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(value);
  return Array.isArray(value) || !prototype || !Object.getPrototypeOf(prototype);
}
