import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { getTableConfig as getSqliteConfig, SQLiteTable } from "drizzle-orm/sqlite-core";

/** A table of a database that sources are for. Those of SQLite are read by the same members. */
export type DbTable = PgTable;

export function isDbTable(value: unknown): value is DbTable {
  return is(value, PgTable) || is(value, SQLiteTable);
}

/** What a table declares: its columns, keys, constraints and indexes. */
export function tableConfig(table: DbTable): ReturnType<typeof getTableConfig> {
  if (!is(table, SQLiteTable)) return getTableConfig(table);
  return getSqliteConfig(table) as unknown as ReturnType<typeof getTableConfig>; // has the same members, but no schema
}
