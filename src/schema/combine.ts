/**
 * Combines what the two sides of an intersection make of one value: the members of both. The cost is in proportion to the
 * members that both have.
 *
 * @param refuse Throws for two values that cannot be combined.
 */
export function combineValues(left: unknown, right: unknown, refuse: (value: unknown) => never): unknown {
  if (Object.is(left, right)) return left;
  if (left instanceof Date && right instanceof Date && +left === +right) return left;
  if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    return left.map((item, index) => combineValues(item, right[index], refuse));
  }
  if (!isBareObject(left) || !isBareObject(right)) return refuse(left);
  const both: Record<string, unknown> = { ...left, ...right };
  Reflect.deleteProperty(both, "__proto__"); // Zod leaves out a member with this name
  for (const name of Object.keys(right)) {
    if (name !== "__proto__" && Object.hasOwn(left, name)) both[name] = combineValues(left[name], right[name], refuse);
  }
  return both;
}

/** Whether a value is an object literal, or one without a prototype. */
export function isBareObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
