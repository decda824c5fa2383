/** A row that a handler returned. Only declared names are read. */
export type RowObject = Readonly<Record<string, unknown>>;

/** The id of a related value, which is a bare id or a nested row. */
export function relatedId(value: unknown): unknown {
  if (!isNested(value)) return value;
  const { id } = value;
  return id === undefined && value instanceof Promise ? value : id; // for the error message, which mentions the promise
}

export function isNested(value: unknown): value is RowObject {
  return value !== null && typeof value === "object";
}
