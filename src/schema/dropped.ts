/**
 * Says that a value is not used. If a user's function returned a promise where none can be awaited, and the promise
 * rejects, Node would end the process.
 */
export function dropped(value: unknown): void {
  if (value instanceof Promise) value.catch(() => {});
}
