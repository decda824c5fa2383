import { type SQL, sql } from "drizzle-orm";

type Result = { readonly rows: readonly Record<string, unknown>[] } | readonly Record<string, unknown>[];

/**
 * Returns the `query` of `postgresStore` for a context that holds a Drizzle database or transaction.
 *
 * @param member The member of the context: `drizzleQuery("db")`.
 *
 * @example
 * ```ts
 * import { drizzleQuery } from "trestle/drizzle";
 * import { postgresStore } from "trestle/postgres";
 *
 * export const store = postgresStore({ query: drizzleQuery("db") });
 * ```
 */
export function drizzleQuery<K extends string>(member: K) {
  return (
    ctx: { readonly [P in K]: { execute(query: SQL): PromiseLike<unknown> } },
    text: string,
    values: readonly (string | number | null)[],
  ): PromiseLike<Result> => {
    const parts = text.split(/\$(\d+)/); // a text, a number, a text, …
    const chunks = parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`));
    return ctx[member].execute(sql.join(chunks)) as PromiseLike<Result>; // each driver has its own type for the rows
  };
}
