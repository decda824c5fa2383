import type { Column } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";

/** The columns of a table that alone are a foreign key to another table. */
export function pointersTo(table: PgTable, target: PgTable): readonly Column[] {
  const { columns: all, foreignKeys } = getTableConfig(table);
  const names = foreignKeys.flatMap((key) => {
    const { columns, foreignTable } = key.reference();
    return foreignTable === target && columns.length === 1 ? columns.map(({ name }) => name) : [];
  });
  // The columns in a key that `foreignKey({ … })` declares are copies, whose `getSQLType` overflows the stack.
  return [...new Set(names)].flatMap((name) => all.find((column) => column.name === name) ?? []);
}
