/** A Map or a WeakMap. */
interface Kept<K, V> {
  get(key: K): V | undefined;
  has(key: K): boolean;
  set(key: K, value: V): unknown;
}

/** The value of a key, made when it is first needed. */
export function madeOnce<K, V>(kept: Kept<K, V>, key: K, make: () => V): V {
  if (!kept.has(key)) kept.set(key, make());
  return kept.get(key) as V; // set just now, if not before
}

/** The same for a value that may need itself. @param meanwhile What it then finds. */
export function madeOfItself<K, V>(kept: Kept<K, V>, key: K, meanwhile: V, make: () => V): V {
  if (!kept.has(key)) {
    kept.set(key, meanwhile);
    kept.set(key, make());
  }
  return kept.get(key) as V; // as above
}
