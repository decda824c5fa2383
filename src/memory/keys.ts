/** A value as a cursor's key. */
export function toKey(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const isDate = value instanceof Date;
  return JSON.stringify([isDate ? "date" : typeof value, isDate ? value.getTime() : String(value)]);
}

/** The value of a key. Throws for a key that the store did not make. */
export function fromKey(key: string | null): unknown {
  if (key === null) return null;
  const [type, value] = JSON.parse(key) as [string, string];
  switch (type) {
    case "date":
      return new Date(Number(value));
    case "number":
      return Number(value);
    case "bigint":
      return BigInt(value);
    case "boolean":
      return value === "true";
    default:
      return String(value);
  }
}

export function isKey(key: string | null): boolean {
  try {
    fromKey(key);
    return true;
  } catch {
    return false;
  }
}
