import { Column, getTableName, is, SQL, StringChunk } from "drizzle-orm";
import type { StoreConfig } from "../config/store-config.js";
import { columnsIn, type SqlColumns, sqlText } from "../database/app-sql.js";
import { isColumnOf } from "./columns.js";
import type { Constraints } from "../declarations/constraints.js";
import { hasExpression, namesOf, primaryKey, uniqueConstraints } from "../declarations/constraints.js";
import { type DbTable, tableConfig } from "../declarations/table-config.js";

/** The unique constraints of a table by which a 409 could tell what other scopes contain. */
export interface AcrossScopes {
  /** The scope of no caller in particular, if it does not depend on what a caller is. */
  readonly scope: SQL | undefined;
  /** Throws for a scope in which a write of these columns could do that. */
  readonly check: (scope: SQL | undefined, written: ReadonlySet<string>, isInsert: boolean) => void;
}

/**
 * Throws for what is wrong with a scope. Returns the constraints that the scope of no caller in particular does not contain.
 *
 * @param hasClientIds Whether clients may choose the ids of new rows, and they are not uuids.
 */
export function checkScope(
  where: string,
  table: DbTable,
  { scope, acrossScopes = [] }: StoreConfig,
  hasClientIds: boolean,
): AcrossScopes | undefined {
  if (typeof scope !== "function") return undefined;
  const any = anyScope(scope);
  const found = checkReadsOnly(`${where}: scope`, table, any);
  const constraints = new Map(uniqueConstraints(table));
  const primary = primaryKey(table);
  const ids = primary?.columns ?? [];
  // A client cannot guess a uuid, so a 409 for one does not reveal anything.
  const isGuessable = hasClientIds && ids.every((column) => column.getSQLType() !== "uuid");
  if (primary && isGuessable) constraints.set(primary.name, namesOf(ids));
  for (const name of acrossScopes) constraints.delete(name);
  const isOpen = found.isOpen || any === undefined || isText(any, "true");
  const check: AcrossScopes["check"] = (scope, written, isInsert) => {
    // A caller without a scope sees all rows. One with `false` changes none, but a new row could be a 409 before it is a 403.
    const isPlain = scope === undefined || isText(scope, "true") || (!isInsert && isText(scope, "false", "1 = 0"));
    const name = isPlain ? undefined : acrossScope(table, constraints, scope, written);
    if (name === undefined) return;
    throw new TypeError(
      `${where}: "${name}" is unique across scopes, so a 409 tells what other scopes contain. Add the scope's column to it, or accept that: acrossScopes: ["${name}"].`,
    );
  };
  const known = new Set([...uniqueConstraints(table).keys(), primary?.name]);
  const unknown = acrossScopes.find((name) => !known.has(name));
  if (unknown === undefined) {
    const isReaching = acrossScope(table, constraints, any) !== undefined;
    return isReaching ? { scope: isOpen ? undefined : (any as SQL), check } : undefined;
  }
  throw new TypeError(`${where}: acrossScopes: "${getTableName(table)}" has no unique constraint "${unknown}".`);
}

/**
 * The first unique constraint that has no column of the scope, and that a write of these columns could break. An app that accepts that
 * lists it. What an expression or a computed column reads is not known here, so each write could break it.
 */
function acrossScope(
  table: DbTable,
  constraints: Constraints,
  scope: unknown,
  written?: ReadonlySet<string>,
): string | undefined {
  const { columns } = columnsIn(scope);
  const inScope = new Set(namesOf(columns.filter((column) => isColumnOf(table, column))));
  const computed = namesOf(tableConfig(table).columns.filter(({ generated }) => generated !== undefined));
  const isWritten = (column: string) => (written?.has(column) ?? true) || computed.includes(column);
  const isBreakable = ([name, columns]: readonly [string, readonly string[]]) =>
    !columns.some((column) => inScope.has(column)) && (columns.some(isWritten) || hasExpression(table, name));
  return [...constraints].find(isBreakable)?.[0];
}

function isText(scope: unknown, ...texts: readonly string[]): boolean {
  const chunks = is(scope, SQL) ? scope.queryChunks.map(sqlText) : [];
  return texts.includes(chunks.join("").trim());
}

/** Throws for a column of another table, which the statements with this condition do not read. Returns the columns in the condition. */
export function checkReadsOnly(where: string, table: DbTable, condition: unknown): SqlColumns {
  const found = columnsIn(condition);
  const other = found.hasFrom || found.isOpen ? undefined : found.columns.find((column) => !isColumnOf(table, column));
  if (other === undefined) return found;
  const column = `"${other.name}" is a column of "${getTableName(other.table)}"`;
  throw new TypeError(`${where}: ${column}, which its statements do not read. Use inArray with a subquery.`);
}

/**
 * The scope of no caller in particular. A part of it that cannot be made without a real context is a function. So is the scope itself, if
 * it needs a real one.
 */
export function anyScope(scope: (ctx: object) => SQL | undefined): SQL | undefined | typeof ANYTHING {
  try {
    const made = scope(ANYTHING);
    return made === undefined || is(made, SQL) ? made : ANYTHING;
  } catch {
    return ANYTHING;
  }
}

/** A context with any member, which is also a list. Its members are neither SQL nor promises. */
export const ANYTHING: (...args: never) => unknown = new Proxy(() => ANYTHING, {
  get: (_, name) => {
    if (name === Symbol.iterator) return () => [ANYTHING][Symbol.iterator]();
    return typeof name === "symbol" || name === "getSQL" || name === "then" ? undefined : ANYTHING;
  },
  apply: () => ANYTHING,
});

/**
 * The columns that are equal in all rows that a condition finds: those that its top level compares with a value, such as
 * `eq(tasks.tenant, ctx.tenant)`, alone or inside `and`. With `or`, `in` or a subquery, rows may differ.
 */
export function pinnedColumns(condition: SQL | undefined): readonly Column[] {
  const chunks = (condition?.queryChunks ?? []).filter((part) => sqlText(part) !== "");
  const isEnclosed = /^\(+$/.test(sqlText(chunks[0]) ?? "") && /^\)+$/.test(sqlText(chunks.at(-1)) ?? "");
  const parts = isEnclosed ? chunks.slice(1, -1) : chunks;
  const [first, second, third] = parts;
  if (parts.length === 3 && is(first, Column) && sqlText(second)?.trim() === "=") return isValue(third) ? [first] : [];
  const isAnd = parts.every((part, index) =>
    index % 2 === 0 ? is(part, SQL) : /^\)? and \(?$/.test(sqlText(part) ?? ""),
  );
  return isAnd ? parts.flatMap((part) => (is(part, SQL) ? pinnedColumns(part) : [])) : [];
}

function isValue(part: unknown): boolean {
  return !is(part, Column) && !is(part, SQL) && !is(part, StringChunk);
}

/** The columns that a scope compares with one value, for each caller. */
export function pinnedInAny(scope: StoreConfig["scope"]): readonly Column[] {
  const any = typeof scope === "function" ? anyScope(scope) : undefined;
  return columnsIn(any).isOpen ? [] : pinnedColumns(any as SQL | undefined);
}
