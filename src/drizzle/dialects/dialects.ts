import { Column, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Dialect } from "../database/dialect.js";
import { postgres } from "./postgres-dialect.js";
import { sqlite } from "./sqlite-dialect.js";
import type { DbTable } from "../declarations/table-config.js";

/** The dialect of a table, or of a column's table. */
export function dialectOf(tableOrColumn: DbTable | Column | undefined): Dialect {
  return is(is(tableOrColumn, Column) ? tableOrColumn.table : tableOrColumn, SQLiteTable) ? sqlite : postgres;
}
