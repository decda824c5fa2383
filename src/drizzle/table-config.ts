import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";

/** A table of a database that sources are for. */
export type DbTable = PgTable;

export function isDbTable(value: unknown): value is DbTable {
  return is(value, PgTable);
}

/** What a table declares: its columns, keys, constraints and indexes. */
export function tableConfig(table: DbTable): ReturnType<typeof getTableConfig> {
  return getTableConfig(table);
}
