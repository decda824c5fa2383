/**
 * Merges the values that the two sides of an intersection return. The result has the members of both. The cost is
 * proportional to the number of members.
 *
 * @param reject Throws for two values that cannot be merged.
 */
export function combineValues(left: unknown, right: unknown, reject: (value: unknown) => never): unknown {
  if (Object.is(left, right)) return left;
  if (left instanceof Date && right instanceof Date && +left === +right) return left;
  if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    return left.map((item, index) => combineValues(item, right[index], reject));
  }
  if (!isBareObject(left) || !isBareObject(right)) return reject(left);
  const both: Record<string, unknown> = { ...left, ...right };
  Reflect.deleteProperty(both, "__proto__"); // Zod drops a member with this name
  for (const name of Object.keys(right)) {
    if (name !== "__proto__" && Object.hasOwn(left, name)) both[name] = combineValues(left[name], right[name], reject);
  }
  return both;
}

/** Whether a value is a plain object, with or without a prototype. */
export function isBareObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
