import { Column, SQL, Subquery } from "drizzle-orm";
import { isSql } from "./column-values.js";
import { sqlText } from "./sql-text.js";

/** The columns in an SQL expression, and whether it reads from other tables, so that their columns may be in it. */
export interface SqlColumns {
  readonly columns: readonly Column[];
  readonly hasFrom: boolean;
  /** Whether a part is missing: a function takes its place, as in `anyScope`. */
  readonly isOpen: boolean;
}

export function columnsIn(part: unknown): SqlColumns {
  if (part instanceof Column) return { columns: [part], hasFrom: false, isOpen: false };
  if (part instanceof Subquery) return columnsIn(part._.sql);
  const text = sqlText(part);
  if (text !== undefined) return { columns: [], hasFrom: /\bfrom\b/i.test(text), isOpen: false };
  const parts = Array.isArray(part) ? part : isSql(part) ? partsOf(part) : [];
  const found = parts.map(columnsIn);
  return {
    columns: found.flatMap(({ columns }) => columns),
    hasFrom: found.some(({ hasFrom }) => hasFrom),
    isOpen: typeof part === "function" || found.some(({ isOpen }) => isOpen),
  };
}

/** The parts of SQL or of a query. A table, a parameter or a name is the only part of its own SQL. */
function partsOf(part: SQL): unknown[] {
  const { queryChunks } = part.getSQL();
  return part instanceof SQL || queryChunks[0] !== part ? queryChunks : [];
}
