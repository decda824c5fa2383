import type { Column, SQL } from "drizzle-orm";

/** The columns of renamed fields, by the schema or relationship of the field, so that a source needs no `columns`. */
const renamedColumns = new WeakMap<object, Column | SQL>();

/** The column that `rename` of `fromTable` gave to a field. */
export function renamedColumn(field: object | undefined): Column | SQL | undefined {
  return field && renamedColumns.get(field);
}

/** Says in which column a field is stored. No other field may have the same schema. */
export function storedIn<T extends object>(field: T, column: Column | SQL): T {
  renamedColumns.set(field, column);
  return field;
}
