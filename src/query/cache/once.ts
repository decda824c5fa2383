/** The results for each object, by purpose. */
const results = new WeakMap<object, Map<unknown, unknown>>();

/** Makes a result from an object only once. It stays the same as long as the object exists. */
export function once<T>(object: object, purpose: unknown, make: () => T): T {
  const made = results.get(object) ?? new Map<unknown, unknown>();
  results.set(object, made);
  if (!made.has(purpose)) made.set(purpose, make());
  return made.get(purpose) as T; // one purpose makes one type
}
