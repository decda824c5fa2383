/** Throws if a limit is neither a positive integer nor `Infinity`. */
export function requireLimit(where: string, value: unknown, max = Number.MAX_SAFE_INTEGER): void {
  if (value !== Number.POSITIVE_INFINITY)
    requireInteger(where, value, max, "a positive integer or Infinity (no limit)");
}

/** Throws if a value is not a positive integer. */
export function requireInteger(
  where: string,
  value: unknown,
  max = Number.MAX_SAFE_INTEGER,
  what = "a positive integer",
): void {
  if (!Number.isSafeInteger(value) || (value as number) < 1) {
    throw new TypeError(`${where} must be ${what}; received ${String(value)}.`);
  }
  if ((value as number) > max) throw new TypeError(`${where} is ${value}; the maximum is ${max}.`);
}

/** The longest timeout of a timer in milliseconds. A longer one would fire immediately. */
export const LONGEST_TIMEOUT = 2 ** 31 - 1;
