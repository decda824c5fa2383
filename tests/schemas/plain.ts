/** The documented JSON form of a value (docs/rich-types.md), as a plain client would write it. */
export function plain(value: unknown): unknown {
  if (typeof value === "bigint" || value instanceof URL) return `${value}`;
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : `${value}`;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Set) return [...value].map((one) => plain(one) ?? null);
  if (value instanceof Map) return [...value].map((entry) => entry.map((one) => plain(one) ?? null));
  if (Array.isArray(value)) return value.map((one) => plain(one) ?? null);
  if (typeof value !== "object" || value === null) return value;
  const object = {};
  for (const [name, one] of Object.entries(value)) {
    const written = plain(one);
    if (written !== undefined) Object.defineProperty(object, name, { value: written, enumerable: true });
  }
  return object;
}

/** The value as JSON leaves it where both ends know all types: undefined members are absent, -0 is 0. */
export function carried(value: unknown): unknown {
  if (typeof value === "number") return Object.is(value, -0) ? 0 : value;
  if (value instanceof Set) return new Set([...value].map(carried));
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [carried(key), carried(one)]));
  if (Array.isArray(value)) return value.map(carried);
  if (value instanceof Date) return new Date(value);
  if (typeof value !== "object" || value === null || !isPlainObject(value)) return value;
  const object = {};
  for (const [name, one] of Object.entries(value)) {
    if (one === undefined) continue;
    Object.defineProperty(object, name, { value: carried(one), enumerable: true, configurable: true, writable: true });
  }
  return object;
}

/** A copy in which no object has a prototype. Each becomes the same text as before, which `z.coerce.string()` shows. */
export function bare(value: unknown): unknown {
  if (value instanceof Set) return new Set([...value].map(bare));
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [bare(key), bare(one)]));
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null || !isPlainObject(value)) return value;
  const copy = Object.create(null, { [Symbol.toPrimitive]: { value: () => "[object Object]" } });
  for (const [name, one] of Object.entries(value)) copy[name] = bare(one);
  return copy;
}

export function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whether any value inside passes the test. */
export function holds(value: unknown, test: (value: unknown) => boolean): boolean {
  if (test(value)) return true;
  if (value instanceof Map) return [...value].flat().some((one) => holds(one, test));
  if (value instanceof Set || Array.isArray(value)) return [...value].some((one) => holds(one, test));
  if (typeof value !== "object" || value === null || !isPlainObject(value)) return false;
  return Object.values(value).some((one) => holds(one, test));
}
