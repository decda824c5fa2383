/** The message of something that was thrown. A program can throw anything, even an object that throws when it is read. */
export function messageIn(thrown: unknown): string {
  try {
    return String((thrown as Error | undefined)?.message ?? thrown);
  } catch {
    return "a value that cannot be shown";
  }
}

/** The same as `instanceof`, but false for a proxy that throws. */
export function isThrown<T>(thrown: unknown, Class: abstract new (...args: never) => T): thrown is T {
  try {
    return thrown instanceof Class;
  } catch {
    return false;
  }
}
