import type { Column } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";

/** The columns of constraints by the constraint's name, as a table declares them. */
export type Constraints = ReadonlyMap<string, readonly string[]>;

/** Unique constraints and unique indexes; not the primary key. */
export function uniqueConstraints(table: PgTable): Constraints {
  const config = getTableConfig(table);
  const found = new Map<string, readonly string[]>();
  for (const column of config.columns as readonly (Column & { isUnique: boolean; uniqueName?: string })[]) {
    if (column.isUnique && column.uniqueName) found.set(column.uniqueName, [column.name]);
  }
  for (const unique of config.uniqueConstraints) {
    const name = (unique as { name?: string }).name ?? unique.getName?.();
    if (name) found.set(name, namesOf(unique.columns));
  }
  for (const { config: index } of config.indexes) {
    if (index.unique && index.name) found.set(index.name, namesOf(index.columns));
  }
  return found;
}

export function allConstraints(table: PgTable): Constraints {
  const config = getTableConfig(table);
  const found = new Map(uniqueConstraints(table));
  for (const key of config.foreignKeys) found.set(key.getName(), namesOf(key.reference().columns));
  for (const key of config.primaryKeys) found.set(key.getName(), namesOf(key.columns));
  return found;
}

function namesOf(columns: readonly unknown[]): readonly string[] {
  return columns.flatMap((column) => (column as Column).name ?? []); // an index may be on an expression
}
