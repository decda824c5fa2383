import { type Column, ilike, type SQL } from "drizzle-orm";

/** Whether the column holds `part`, in any case. `%`, `_` and `\` in it mean themselves. */
export function contains(column: Column, part: string): SQL {
  return ilike(column, `%${part.replace(/[\\%_]/g, "\\$&")}%`);
}
