/** What `JSON.stringify` cannot carry is sent as JSON:API has it: dates as ISO strings, bigints as decimal strings. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, name, plain) {
    // `plain` is what toJSON made, which is null for an invalid date: the raw value throws instead of losing it.
    const raw = this[name];
    if (raw instanceof Date) return raw.toISOString();
    return typeof plain === "bigint" ? `${plain}` : plain;
  });
}

/** A value of a query parameter as text. Lists are comma lists, in which `,` and `\` are escaped by `\`. */
export function queryText(value: unknown): string {
  if (!Array.isArray(value)) return scalarText(value);
  return value.map((element) => scalarText(element).replace(/[\\,]/g, "\\$&")).join();
}

function scalarText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : `${value}`;
}
