import type { Column } from "drizzle-orm";
import { z } from "zod";
import { CLOCK, DAY } from "../../schema/text.js";

// Postgres reads more texts as numbers and times than it writes: "NaN", "0x10", "1e9", "infinity", "now". A client that gets one of those back
// could not use it.

/** The most digits that a column can declare. */
const MOST_DIGITS = 1000;

/** Five or six digits are a year after 9999, and the year 1 BC is a leap year. */
const ANY_DAY = `(?!0000-)(?:(?:[1-9]\\d?)?${DAY}|\\d{4}-02-29(?=.* BC$))`;
/** A day as Postgres writes it. */
export const DATE = new RegExp(`^(?:${ANY_DAY}(?: BC)?|-?infinity)$`);
const TIME = `(?:${CLOCK}(?::[0-5]\\d(?:\\.\\d{1,6})?)?|24:00:00)`;
const OFFSET = "(?:Z|[+-](?:0\\d|1[0-5])(?::[0-5]\\d){0,2})";
const INTERVAL =
  /^(?:(?!$)(?:[+-]?\d{1,9} (?:year|mon|month|week|day|hour|min|minute|sec|second)s?(?: (?!$)|$))*(?:[+-]?\d{1,10}(?::[0-5]\d){1,2}(?:\.\d{1,6})?)?|P(?!$)(?:-?\d{1,9}[YMWD])*(?:T(?:-?\d{1,9}(?:\.\d{1,6})?[HMS])+)?)$/;

/** The schemas of numbers and times that a query string or JSON carries as texts, by the type of Drizzle's column. */
export const TEXTS: Readonly<Record<string, (column: Column) => z.ZodType>> = {
  PgNumeric: decimal,
  SQLiteNumeric: decimal,
  PgNumericNumber: (column) => within(z.number(), column, Number),
  PgNumericBigInt: (column) => within(z.bigint(), column, BigInt),
  PgDateString: () => z.iso.date().regex(/^(?!0000)/, "Expected a day after the year 0"),
  PgTimestampString: (column) =>
    isZoned(column)
      ? text(`${ANY_DAY}[T ]${TIME}${OFFSET}(?: BC)?`, "a time with an offset, such as 2026-01-31T12:00:00Z")
      : text(`${ANY_DAY}[T ]${TIME}Z?(?: BC)?`, "a time without an offset, such as 2026-01-31T12:00:00"),
  PgTime: (column) =>
    isZoned(column)
      ? text(`${TIME}${OFFSET}`, "a time of day with an offset, such as 12:00:00+01")
      : text(TIME, "a time of day, such as 12:00:00"),
  PgInterval: () => z.string().regex(INTERVAL, "Expected an interval, such as 1 day 02:30:00 or P1DT2H30M"),
};

function text(pattern: string, words: string): z.ZodType {
  return z.string().regex(new RegExp(`^${pattern}$`), `Expected ${words}`);
}

function isZoned(column: Column): boolean {
  return column.getSQLType().endsWith("with time zone");
}

/** How many digits a number may have before and after the point. */
function digitsOf(column: Column): { readonly before: number; readonly after: number } {
  const [, precision, scale = 0] = /\((\d+)(?:, ?(-?\d+))?\)/.exec(column.getSQLType()) ?? [];
  if (precision === undefined) return { before: MOST_DIGITS, after: MOST_DIGITS };
  return { before: Math.max(Number(precision) - Number(scale), 0), after: Math.max(Number(scale), 0) };
}

function decimal(column: Column): z.ZodType {
  const { before, after } = digitsOf(column);
  const fraction = after === 0 ? "" : `(?:\\.\\d{1,${after}})?`;
  const words = `a decimal number with at most ${before} digits before the point and ${after} after it`;
  return text(`-?${before === 0 ? "0" : `\\d{1,${before}}`}${fraction}`, words);
}

function within<T extends number | bigint>(
  schema: z.ZodType<T>,
  column: Column,
  read: (digits: string) => T,
): z.ZodType {
  const { before } = digitsOf(column);
  const limit = read(`1${"0".repeat(before)}`); // of a number with more digits than it can have: infinity
  return schema.refine(
    (value) => value < limit && -value < limit,
    `Expected at most ${before} digits before the point`,
  );
}
