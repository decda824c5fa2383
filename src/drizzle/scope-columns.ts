import { Column, SQL } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { StoreConfig } from "./config.js";
import { uniqueConstraints } from "./constraints.js";

/**
 * Throws for a unique constraint that reaches across scopes: its 409 would tell one tenant what another has. An app that accepts
 * that lists the constraint.
 */
export function checkUniqueInScope(where: string, table: PgTable, { scope, acrossScopes = [] }: StoreConfig): void {
  if (typeof scope !== "function") return;
  const inScope = scopeColumns(scope);
  for (const [name, columns] of uniqueConstraints(table)) {
    if (acrossScopes.includes(name) || columns.some((column) => inScope.has(column))) continue;
    throw new TypeError(
      `${where}: "${name}" is unique across scopes, so a 409 tells what other scopes contain. Add the scope's column to it, or accept that: acrossScopes: ["${name}"].`,
    );
  }
  const known = new Set(uniqueConstraints(table).keys());
  const unknown = acrossScopes.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new TypeError(`${where}: acrossScopes: "${getTableConfig(table).name}" has no unique constraint "${unknown}".`);
}

/** The names of the columns in a scope. None if the scope cannot be made without a real context. */
function scopeColumns(scope: (ctx: never) => SQL | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  try {
    collectColumns(scope(ANYTHING as never), found);
  } catch {
    found.clear();
  }
  return found;
}

function collectColumns(part: unknown, found: Set<string>): void {
  if (part instanceof Column) found.add(part.name);
  else if (part instanceof SQL) for (const chunk of part.queryChunks) collectColumns(chunk, found);
  else if (Array.isArray(part)) for (const chunk of part) collectColumns(chunk, found);
}

/** A context with any member. Its members are neither SQL nor promises. */
const ANYTHING: object = new Proxy(() => ANYTHING, {
  get: (_, name) => (typeof name === "symbol" || name === "getSQL" || name === "then" ? undefined : ANYTHING),
  apply: () => ANYTHING,
});
