import { getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { getTableConfig as getSqliteConfig, SQLiteTable } from "drizzle-orm/sqlite-core";

/** A table of a database that sources are for. Those of SQLite are read by the same members. */
export type DbTable = PgTable;

export function isDbTable(value: unknown): value is DbTable {
  return is(value, PgTable) || is(value, SQLiteTable);
}

type TableConfig = ReturnType<typeof getTableConfig>;

const configs = new WeakMap<DbTable, TableConfig>();

/** What a table declares: its columns, keys, constraints and indexes. Drizzle makes it anew for each call. */
export function tableConfig(table: DbTable): TableConfig {
  const kept = configs.get(table);
  if (kept) return kept;
  // Drizzle has a type of its own for SQLite, with the same members, but no schema.
  const made = is(table, SQLiteTable) ? (getSqliteConfig(table) as unknown as TableConfig) : getTableConfig(table);
  configs.set(table, made);
  return made;
}

/** Throws for a table whose name could be one of those that statements give their own parts, such as `"#parents"`. */
export function checkTableName(where: string, table: DbTable): void {
  const name = getTableName(table);
  if (!name.startsWith("#")) return;
  const use = "Rename it, or serve it as a view with another name.";
  throw new TypeError(`${where}: the table "${name}" begins with "#", as names in Trestle's own statements do. ${use}`);
}
