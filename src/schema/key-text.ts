/** Converts a path segment or a map's key to text. `String` throws for an object without a `toString` method. */
export function keyText(key: unknown): string {
  try {
    return String(key);
  } catch {
    return Object.prototype.toString.call(key);
  }
}
