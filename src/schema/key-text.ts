/** The text of a part of a path, or of a map's key. `String` throws for an object that has no method `toString`. */
export function keyText(key: unknown): string {
  try {
    return String(key);
  } catch {
    return Object.prototype.toString.call(key);
  }
}
