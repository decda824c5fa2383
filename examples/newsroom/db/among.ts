import { type Column, type SQL, sql } from "drizzle-orm";

/** `column in (ids)` with the ids as one parameter: a statement has room for 65 535, a request body for more ids. */
export function among(column: Column, ids: Iterable<number>): SQL {
  return sql`${column} = any(${sql.param([...ids])}::bigint[])`;
}
