/**
 * Ignores the rejection of a value that is not used. If a user's function returned a promise that nobody awaits, its
 * rejection would end the Node process.
 */
export function dropped(value: unknown): void {
  if (value instanceof Promise) value.catch(() => {});
}
