import type { Column } from "drizzle-orm";
import type { Dialect } from "./dialect.js";
import { postgres } from "./postgres-dialect.js";
import type { DbTable } from "./table-config.js";

/** The dialect of a table, or of a column's table. */
export function dialectOf(_: DbTable | Column | undefined): Dialect {
  return postgres;
}
