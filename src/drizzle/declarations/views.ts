import { Column, getTableColumns, getTableName, is, SQL, sql } from "drizzle-orm";
import { getViewConfig, isPgMaterializedView, isPgView, pgSchema, pgTable, type PgView } from "drizzle-orm/pg-core";
import { sqlDecoder } from "../database/statements.js";
import type { DbTable } from "./table-config.js";

/** The expressions of views that are not columns of a table, by the table that stands for the view. */
const expressionsOf = new WeakMap<DbTable, Readonly<Record<string, SQL>>>();

const tablesOf = new WeakMap<object, DbTable>();

/**
 * The table that stands for a view of Postgres in statements. It has the view's name and columns, and no key: a column of a view may be
 * the key of its own table, but that row may be several in the view.
 */
export function tableOfView(view: unknown): DbTable | undefined {
  if (!isPgView(view) && !isPgMaterializedView(view)) return undefined;
  const cached = tablesOf.get(view);
  if (cached) return cached;
  const { name, schema, selectedFields } = getViewConfig(view as PgView);
  const table: DbTable = schema === undefined ? pgTable(name, {}) : pgSchema(schema).table(name, {});
  const columns: Record<string, Column> = getTableColumns(table);
  const expressions: Record<string, SQL> = {};
  const ofView = { table, primary: false, isUnique: false };
  for (const [key, field] of Object.entries(selectedFields)) {
    if (is(field, Column)) columns[key] = Object.assign(Object.create(field), ofView);
    if (!is(field, SQL.Aliased)) continue;
    const decoder = sqlDecoder(field.sql);
    const expression = sql`${table}.${sql.identifier(field.fieldAlias)}`;
    expressions[key] = decoder ? expression.mapWith(decoder) : expression;
  }
  tablesOf.set(view, table);
  expressionsOf.set(table, expressions);
  return table;
}

/** The columns of a table by name, and of a view also the expressions in its selection. */
export function columnsAndExpressions(table: DbTable): Readonly<Record<string, Column | SQL>> {
  return { ...getTableColumns(table), ...expressionsOf.get(table) };
}

export function isView(table: DbTable): boolean {
  return expressionsOf.has(table);
}

/** Why a write cannot change the rows. Undefined for a table. */
export function viewReason(table: DbTable): string | undefined {
  return isView(table) ? `"${getTableName(table)}" is a view` : undefined;
}
