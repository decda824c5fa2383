/** A row as handlers return it: read by declared names alone. */
export type RowObject = Readonly<Record<string, unknown>>;

const INHERITED = Object.prototype as unknown as RowObject; // any object may be read by key

/** A row's value of a field: undefined also for a name that every object inherits. */
export function fieldOf(row: RowObject, name: string): unknown {
  const value = row[name];
  return value === INHERITED[name] ? undefined : value;
}

/** The id of a related value: a raw id, or a nested row's. */
export function relatedId(value: unknown): unknown {
  if (!isNested(value)) return value;
  const { id } = value;
  return id === undefined && value instanceof Promise ? value : id; // the error then says that it is a promise
}

export function isNested(value: unknown): value is RowObject {
  return value !== null && typeof value === "object";
}
