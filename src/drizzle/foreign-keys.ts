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

/** The tables with rows that the database changes when it deletes a row of a table: by `on delete cascade`, `set null` or `set default`. */
export function changedByDelete(of: PgTable, tables: Iterable<PgTable>): ReadonlySet<PgTable> {
  const keys = [...tables].flatMap((table) => getTableConfig(table).foreignKeys.map((key) => ({ table, key })));
  const [changed, emptied] = [new Set<PgTable>(), new Set([of])];
  for (const target of emptied) {
    for (const { table, key } of keys) {
      const action = key.onDelete ?? "no action";
      if (key.reference().foreignTable !== target || action === "no action" || action === "restrict") continue;
      changed.add(table);
      if (action === "cascade") emptied.add(table); // whose own keys the loop then follows
    }
  }
  return changed;
}
