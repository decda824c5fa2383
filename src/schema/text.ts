const INTEGER = /^(?:0|-?[1-9]\d*)$/;

/** A limit, because parsing a bigint takes more than linear time. */
export const MAX_DIGITS = 10_000;

// Every day that exists: months of 31 and of 30 days, February, and 29 February of leap years.
const MONTH_DAY =
  "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))";

const FOURTH = "(?:0[48]|[2468][048]|[13579][26])";

const LEAP_YEAR = `(?:\\d\\d${FOURTH}|(?:00|${FOURTH})00)`;

/** A day that exists, of the years 0 to 9999. */
export const DAY = `(?:\\d{4}-${MONTH_DAY}|${LEAP_YEAR}-02-29)`;

/** Hours and minutes. */
export const CLOCK = "(?:[01]\\d|2[0-3]):[0-5]\\d";

const SECONDS = ":[0-5]\\d(?:\\.\\d+)?";

const OFFSET = `(?:Z|[+-]${CLOCK})`;

const TIME = `T${CLOCK}(?:${SECONDS})?${OFFSET}`;

const NEAR_DATE = new RegExp(`^${DAY}(?:${TIME})?$`);

/** Years outside 0 to 9999, as `toISOString` writes them. */
export const FAR_DATE = `^(?!-000000)[+-](?:\\d{6}-${MONTH_DAY}|\\d\\d${LEAP_YEAR}-02-29)(?:${TIME})?$`;

const FAR = new RegExp(FAR_DATE);

/** A date and time without seconds, such as `2026-01-31T12:00Z`: RFC 3339 requires seconds, ISO 8601 does not. */
export const DATE_WITHOUT_SECONDS = `^${DAY}T${CLOCK}${OFFSET}$`;

/** Parses an ISO date. Returns undefined for other text, and for a day that does not exist. */
export function parseDate(text: string): Date | undefined {
  if (!NEAR_DATE.test(text) && !FAR.test(text)) return undefined;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date; // `Date` ends in the year 275760
}

/** Parses a decimal integer. Returns undefined for other text, and for more than 10 000 digits. */
export function parseBigint(text: string): bigint | undefined {
  return text.length <= MAX_DIGITS && INTEGER.test(text) ? BigInt(text) : undefined;
}

/** Parses an absolute URL. Returns undefined for other text. */
export function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** Parses a safe integer in its canonical form. Returns undefined for other text, such as `1e0`, `0x1`, `+1`, `01` and `-0`. */
export function parseInteger(text: string): number | undefined {
  const value = Number(text);
  return Number.isSafeInteger(value) && `${value}` === text ? value : undefined;
}

/** The text that stands for a literal in JSON: of a bigint, and of a number that JSON lacks. Undefined for other values. */
export function literalText(value: unknown): string | undefined {
  const isBeyondJson = typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value));
  return isBeyondJson ? `${value}` : undefined;
}

/** The values of a literal by the texts that stand for them. A text that is itself one of the values stays a string. */
export function literalTexts(values: ReadonlySet<unknown>): ReadonlyMap<unknown, unknown> {
  const texts = new Map<unknown, unknown>();
  for (const value of values) {
    const text = literalText(value);
    if (text !== undefined && !values.has(text)) texts.set(text, value);
  }
  return texts;
}
