/** A value of a query parameter as text. Lists are comma lists, in which `,` and `\` are escaped by `\`. */
export function queryText(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => queryText(one).replace(/[\\,]/g, "\\$&")).join();
  return value instanceof Date ? value.toISOString() : `${value}`;
}
