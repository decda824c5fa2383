import type { Column } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { namesOf } from "./constraints.js";

/** The columns of a table that alone are a foreign key to another table. */
export function pointersTo(table: PgTable, target: PgTable): readonly Column[] {
  return [...new Set(referencesTo(table, target).flatMap(({ columns }) => (columns.length === 1 ? columns : [])))];
}

/** The columns of a foreign key to another table. */
export interface ForeignPointer {
  readonly columns: readonly Column[];
  /** The names of the other table's columns, in the order of `columns`. */
  readonly ends: readonly string[];
}

export function referencesTo(table: PgTable, target: PgTable): readonly ForeignPointer[] {
  const { columns: all, foreignKeys } = getTableConfig(table);
  return foreignKeys.flatMap((key) => {
    const { columns, foreignColumns, foreignTable } = key.reference();
    if (foreignTable !== target) return [];
    // The columns in a key that `foreignKey({ … })` declares are copies, whose `getSQLType` overflows the stack.
    const own = namesOf(columns).flatMap((name) => all.find((column) => column.name === name) ?? []);
    return { columns: own, ends: namesOf(foreignColumns) };
  });
}

/**
 * The columns that hold the ids of another table by a foreign key, in the order of the id. A key may have more columns: its tenant, which
 * the scope of the other table implies.
 */
export function idPointersTo(table: PgTable, target: PgTable, id: readonly Column[]): readonly (readonly Column[])[] {
  const found = new Map<string, readonly Column[]>();
  for (const { columns, ends } of referencesTo(table, target)) {
    const held = namesOf(id).flatMap((name) => columns[ends.indexOf(name)] ?? []);
    if (held.length === id.length) found.set(namesOf(held).join(), held);
  }
  return [...found.values()];
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
