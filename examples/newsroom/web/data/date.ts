const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short" });

/** Such as "5 Jan 2026". */
export function toDay(date: Date): string {
  return day.format(date);
}

/** Such as "Monday 5 January 2026 at 06:30". */
export function toMoment(date: Date): string {
  return moment.format(date);
}
