import type { Column } from "drizzle-orm";
import { namesOf } from "./constraints.js";
import { type DbTable, tableConfig } from "./table-config.js";

/** The columns of a table that alone are a foreign key to another table. */
export function pointersTo(table: DbTable, target: DbTable): readonly Column[] {
  return [...new Set(referencesTo(table, target).flatMap(({ columns }) => (columns.length === 1 ? columns : [])))];
}

/** The columns of a foreign key to another table. */
export interface ForeignPointer {
  readonly columns: readonly Column[];
  /** The names of the other table's columns, in the order of `columns`. */
  readonly ends: readonly string[];
}

export function referencesTo(table: DbTable, target: DbTable): readonly ForeignPointer[] {
  const { columns: all, foreignKeys } = tableConfig(table);
  return foreignKeys.flatMap((key) => {
    const { columns, foreignColumns, foreignTable } = key.reference();
    if (foreignTable !== target) return [];
    // The columns in a key that `foreignKey({ … })` declares are copies, whose `getSQLType` overflows the stack.
    const declared = namesOf(columns).flatMap((name) => all.find((column) => column.name === name) ?? []);
    return { columns: declared, ends: namesOf(foreignColumns) };
  });
}

/**
 * The columns that hold the ids of another table by a foreign key, in the order of the id. A key may have more columns: its tenant, which
 * the scope of the other table implies.
 */
export function idPointersTo(table: DbTable, target: DbTable, id: readonly Column[]): readonly (readonly Column[])[] {
  const found = new Map<string, readonly Column[]>();
  for (const { columns, ends } of referencesTo(table, target)) {
    const held = namesOf(id).flatMap((name) => columns[ends.indexOf(name)] ?? []);
    if (held.length === id.length) found.set(namesOf(held).join(), held);
  }
  return [...found.values()];
}

/** The tables with rows that the database changes when it deletes a row of a table: by `on delete cascade`, `set null` or `set default`. */
export function changedByDelete(deleted: DbTable, tables: Iterable<DbTable>): ReadonlySet<DbTable> {
  const keys = [...tables].flatMap((table) => tableConfig(table).foreignKeys.map((key) => ({ table, key })));
  const [changed, emptied] = [new Set<DbTable>(), new Set([deleted])];
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
