/** Whether a value can have members, as a list can. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Makes something of each own member. From entries: a member called `__proto__` stays one. */
export function mapMembers<T>(members: object, make: (value: unknown, name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, make(value, name)]));
}
