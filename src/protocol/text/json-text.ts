// Characters that JSON must escape, and lone surrogates, which JSON.stringify escapes to keep the text valid UTF-8.
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON must escape control characters
export const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;

/** The JSON of a string without its quotes. */
export function escapeText(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text).slice(1, -1) : text;
}

/** The JSON of a string. Calls JSON.stringify only for text that needs escapes. */
export function quote(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}

const DAY = 86_400_000;
const CACHED_DAYS = 1000;
// Years 0000 to 9999. Other years have six digits and a sign in ISO 8601.
const FIRST = Date.UTC(2000, 0, 1) - 730_485 * DAY;
const LAST = Date.UTC(10_000, 0, 1);

const days = new Map<number, string>();

/** Like `toISOString` of a date, with a cache of days, because rows of a response often share them. Throws a RangeError too. */
export function isoDate(time: number): string {
  if (!(time >= FIRST && time < LAST)) return new Date(time).toISOString();
  const day = Math.floor(time / DAY);
  let prefix = days.get(day);
  if (prefix === undefined) {
    prefix = new Date(time).toISOString().slice(0, 11);
    if (days.size >= CACHED_DAYS) days.clear();
    days.set(day, prefix);
  }
  const rest = time - day * DAY;
  const milliseconds = rest % 1000;
  const seconds = Math.floor(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  // Joined from two short strings, so that fewer parts are added to the long text of the response.
  const hour = `${TWO[Math.floor(minutes / 60)]}:${TWO[minutes % 60]}:`;
  return `${prefix}${hour}${`${TWO[seconds % 60]}.${milliseconds < 10 ? "00" : milliseconds < 100 ? "0" : ""}${milliseconds}Z`}`;
}

/** Calls the original method, because a subclass may override it. */
export function timeOf(date: Date): number {
  return Date.prototype.getTime.call(date);
}

const TWO: readonly string[] = Array.from({ length: 60 }, (_, value) => `${value}`.padStart(2, "0"));

/** Quotes a client's text for a message, and shortens a long one. */
export function quoteShort(text: string, length = 80): string {
  return quote(text.length > length ? `${text.slice(0, length)}…` : text);
}
