import { getTableName, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { StoreConfig } from "./config.js";
import { isColumnOf } from "./columns.js";
import { type Constraints, namesOf, primaryKey, uniqueConstraints } from "./constraints.js";
import { columnsIn, type SqlColumns } from "./sql-columns.js";

/**
 * Throws for what is wrong with a scope.
 *
 * @param hasClientIds Whether clients may choose the ids of new rows.
 */
export function checkScope(
  where: string,
  table: PgTable,
  { scope, acrossScopes = [] }: StoreConfig,
  hasClientIds: boolean,
): void {
  if (typeof scope !== "function") return;
  const found = scopeColumns(scope);
  const other = found.hasFrom ? undefined : found.columns.find((column) => !isColumnOf(table, column));
  if (other !== undefined) {
    const column = `"${other.name}" is a column of "${getTableName(other.table)}"`;
    throw new TypeError(`${where}: scope: ${column}, which its statements do not read. Use inArray with a subquery.`);
  }
  const constraints = new Map(uniqueConstraints(table));
  const primary = primaryKey(table);
  const ids = primary?.columns ?? [];
  // A client cannot guess a uuid, so a 409 for one does not reveal anything.
  const isGuessable = hasClientIds && ids.every((column) => column.getSQLType() !== "uuid");
  if (primary && isGuessable) constraints.set(primary.name, namesOf(ids));
  checkUniqueInScope(where, constraints, found, acrossScopes);
  const known = new Set([...uniqueConstraints(table).keys(), primary?.name]);
  const unknown = acrossScopes.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new TypeError(`${where}: acrossScopes: "${getTableName(table)}" has no unique constraint "${unknown}".`);
}

/**
 * Throws for a unique constraint that reaches across scopes: its 409 would tell one tenant what another has. An app that accepts
 * that lists the constraint.
 */
function checkUniqueInScope(
  where: string,
  constraints: Constraints,
  found: SqlColumns,
  acrossScopes: readonly string[],
): void {
  const inScope = new Set(found.columns.map(({ name }) => name));
  for (const [name, columns] of constraints) {
    if (acrossScopes.includes(name) || columns.some((column) => inScope.has(column))) continue;
    throw new TypeError(
      `${where}: "${name}" is unique across scopes, so a 409 tells what other scopes contain. Add the scope's column to it, or accept that: acrossScopes: ["${name}"].`,
    );
  }
}

/** The columns in a scope. None if the scope cannot be made without a real context. */
export function scopeColumns(scope: (ctx: never) => SQL | undefined): SqlColumns {
  try {
    return columnsIn(scope(ANYTHING as never));
  } catch {
    return { columns: [], hasFrom: false };
  }
}

/** A context with any member. Its members are neither SQL nor promises. */
const ANYTHING: object = new Proxy(() => ANYTHING, {
  get: (_, name) => (typeof name === "symbol" || name === "getSQL" || name === "then" ? undefined : ANYTHING),
  apply: () => ANYTHING,
});
