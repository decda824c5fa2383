/** A value of a query parameter as text. Lists are comma lists, in which `,` and `\` are escaped by `\`. */
export function queryText(value: unknown): string {
  if (!Array.isArray(value)) return scalarText(value);
  return value.map((element) => scalarText(element).replace(/[\\,]/g, "\\$&")).join();
}

function scalarText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : `${value}`;
}
