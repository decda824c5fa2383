import type { Column } from "drizzle-orm";

/** As Postgres writes a time or a day, in ISO style: `0050-01-01 00:00:00.5+05:30 BC`. Only a timestamptz has an offset. */
const TIME =
  /^(\d{4,})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?(?:([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?)?)?( BC)?$/;

const known = new WeakMap<Column, Column>();

/**
 * The same column, with dates read from their text. Drizzle leaves it to `Date`, for which the year 50 is 1950, and an offset with
 * seconds (which time zones had before 1900) makes no date.
 */
export function dateColumn(column: Column): Column {
  if (column.columnType !== "PgTimestamp" && column.columnType !== "PgDate") return column;
  const found = known.get(column);
  if (found) return found;
  const read = (value: unknown) => dateOf(value) ?? new Date(value as string);
  // Drizzle 1.0 would read the date before that, by the column's codec.
  const { codec } = column as { codec?: string };
  const changes: PropertyDescriptorMap = { mapFromDriverValue: { value: read } };
  if (codec !== undefined) changes.codec = { value: `${codec}:string` };
  const made: Column = Object.create(column, changes);
  known.set(column, made);
  return made;
}

function dateOf(value: unknown): Date | undefined {
  const parts = typeof value === "string" ? TIME.exec(value) : null;
  if (!parts) return undefined;
  const [, years, month, day, hours = 0, minutes = 0, seconds = 0, fraction = "", sign, ...offset] = parts;
  const [offsetHours = 0, offsetMinutes = 0, offsetSeconds = 0, isBefore] = offset;
  const year = isBefore ? 1 - Number(years) : Number(years); // the year before 1 is 1 BC
  const date = new Date(0);
  date.setUTCFullYear(year, Number(month) - 1, Number(day));
  date.setUTCHours(Number(hours), Number(minutes), Number(seconds), Number(fraction.padEnd(3, "0").slice(0, 3)));
  const behind = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60 + Number(offsetSeconds);
  return new Date(date.getTime() - (sign === "-" ? -behind : behind) * 1000);
}
