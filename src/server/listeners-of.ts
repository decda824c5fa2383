const listeners = new WeakMap<object, Set<() => void>>();

/**
 * The functions that are called when something ends, such as a connection. It gets one listener for all of them, because Node
 * warns of a leak at eleven.
 *
 * @param listen Adds the listener. Called once for each source.
 */
export function listenersOf(source: object, listen: (call: () => void) => void): Set<() => void> {
  const known = listeners.get(source);
  if (known !== undefined) return known;
  const made = new Set<() => void>();
  listeners.set(source, made);
  listen(() => {
    for (const call of [...made]) call();
  });
  return made;
}
