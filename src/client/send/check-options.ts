import type { ClientOptions } from "./options.js";

const INVALID = { username: "x", password: "" };

/** The longest time of a timer, in milliseconds: with a larger number, it fires at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/**
 * Refuses options that cannot work.
 *
 * @throws {TypeError} The message never contains a URL that may have a password.
 */
export function checkOptions({ url, timeout = Number.POSITIVE_INFINITY }: ClientOptions): void {
  const path = url.replaceAll("\\", "/"); // URLs treat both the same
  const { username, password } = URL.canParse(path, "x://x") ? new URL(path, "x://x") : INVALID;
  if (username || password) throw new TypeError("createClient: url must be valid, without a user name or a password.");
  if (/[?#]/.test(url)) throw new TypeError(`createClient: url must end before any "?" or "#"; it is "${url}".`);
  if (timeout !== Number.POSITIVE_INFINITY && !(timeout >= 1 && timeout <= LONGEST_TIMEOUT)) {
    throw new TypeError(
      `createClient: timeout must be from 1 to ${LONGEST_TIMEOUT} milliseconds, or Infinity for no limit; it is ${timeout}.`,
    );
  }
}
