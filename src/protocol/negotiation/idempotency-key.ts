/** The longest key, in characters. */
const LONGEST = 255;

/** A string of RFC 9651, 3.3.3: ASCII in double quotes, in which a backslash escapes quotes and backslashes. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/** A key without quotes. A repeated header contains a comma. */
const BARE = /^[\x21\x23-\x2b\x2d-\x7e]+$/;

/**
 * Reads `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header). Many clients send the key without quotes. Undefined for
 * a header that is not a key.
 */
export function parseIdempotencyKey(header: string): string | undefined {
  const text = header.trim();
  const key = QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, "$1") ?? BARE.exec(text)?.[0];
  return key === undefined || key === "" || key.length > LONGEST ? undefined : key;
}
