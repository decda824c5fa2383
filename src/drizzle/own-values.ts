import { type Column, getTableColumns, getTableName, is, SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { ownLine } from "./app-sql.js";
import { misfitOf } from "./column-values.js";

/** Columns that the app sets itself. Throws for a name that the table does not have, and for a value that its column cannot hold. */
export function ownValues(where: string, table: PgTable, values: unknown): Readonly<Record<string, unknown>> {
  const given = (values ?? {}) as Readonly<Record<string, unknown>>;
  const columns = new Map(Object.entries(getTableColumns(table) as Readonly<Record<string, Column>>));
  for (const [name, value] of Object.entries(given)) {
    const column = columns.get(name);
    if (column === undefined) {
      const names = [...columns.keys()].join(", ");
      throw new TypeError(
        `${where}: values: the table "${getTableName(table)}" has no column "${name}". Use ${names}.`,
      );
    }
    // A driver may write numbers and dates as texts, which Postgres checks.
    const isChecked = typeof value !== "string" || column.dataType.startsWith("string");
    const problem = isChecked ? misfitOf(column, value) : undefined;
    if (problem !== undefined) throw new TypeError(`${where}: values: "${name}" cannot be stored: ${problem}.`);
  }
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, is(value, SQL) ? ownLine(value) : value]),
  );
}
