/** Whether a JSON Pointer (RFC 6901) leads to a value. */
export function isWithin(document: unknown, pointer: string): boolean {
  let value = document;
  for (const part of pointer.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, name)) return false;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return true;
}
