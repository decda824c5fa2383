/** Whether a value can have members, as a list can. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Maps each own member. Uses entries, so that a member called `__proto__` stays a member. */
export function mapMembers<T>(members: object, make: (value: unknown, name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, make(value, name)]));
}
