/** What was made of each object, by what it was made for. */
const results = new WeakMap<object, Map<unknown, unknown>>();

/** Makes something of an object once: the result is the same for as long as the object is kept. */
export function once<T>(object: object, purpose: unknown, make: () => T): T {
  const made = results.get(object) ?? new Map<unknown, unknown>();
  results.set(object, made);
  if (!made.has(purpose)) made.set(purpose, make());
  return made.get(purpose) as T; // one purpose makes one type
}
