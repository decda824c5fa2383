/** Throws where a limit is neither a positive integer nor `Infinity`. */
export function requireLimit(where: string, value: unknown, most = Number.MAX_SAFE_INTEGER): void {
  if (value === Number.POSITIVE_INFINITY) return;
  if (!Number.isSafeInteger(value) || (value as number) < 1) {
    throw new TypeError(`${where} must be a positive integer, or Infinity for none; it is ${String(value)}.`);
  }
  if ((value as number) > most) throw new TypeError(`${where} is ${value}; at most ${most} is possible.`);
}

/** Milliseconds that a timer can count, at most: beyond them it would end at once. */
export const LONGEST_TIMEOUT = 2 ** 31 - 1;
