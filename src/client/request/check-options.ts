import type { ClientOptions } from "./options.js";

const INVALID = { username: "x", password: "" };

/** Milliseconds that a timer can count, at most: a larger number fires at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/**
 * Refuses options that cannot work.
 *
 * @throws {TypeError} With what is wrong. It never prints a URL that may contain a password.
 */
export function checkOptions({ url, timeout = Number.POSITIVE_INFINITY }: ClientOptions): void {
  const path = url.replaceAll("\\", "/"); // which mean the same
  const { username, password } = URL.canParse(path, "x://x") ? new URL(path, "x://x") : INVALID;
  if (username || password) throw new TypeError("createClient: url must be valid, without a user name or a password.");
  if (/[?#]/.test(url)) throw new TypeError(`createClient: url must end before any "?" or "#"; it is "${url}".`);
  if (timeout !== Number.POSITIVE_INFINITY && !(timeout >= 1 && timeout <= LONGEST_TIMEOUT)) {
    throw new TypeError(
      `createClient: timeout must be from 1 to ${LONGEST_TIMEOUT} milliseconds, or Infinity for no limit; it is ${timeout}.`,
    );
  }
}
