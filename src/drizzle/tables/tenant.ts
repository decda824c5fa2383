import { type Column, eq, getTableColumns, inArray, type SQL, type SQLWrapper } from "drizzle-orm";
import { checkTenantOptions, tenantValues, unscoped } from "../../source/options/tenant.js";
import { paramOf } from "../database/app-sql.js";
import { dialectOf } from "../dialects/dialects.js";
import type { StoreConfig } from "../config/store-config.js";
import { primaryKey, uniqueConstraints } from "../declarations/constraints.js";
import type { Tables } from "../config/table-problems.js";
import { type DbTable, isDbTable } from "../declarations/table-config.js";
import { tableOfView } from "../declarations/views.js";

/** One rule for all tables with a column that says whose a row is. */
export interface TenantRule<TColumn extends string> {
  /** The column's name in Drizzle's tables. */
  readonly column: TColumn;
  /** The caller's tenant. New rows get it, and new rows of join tables. Throw an API error, such as `Unauthorized`, for a caller without one. */
  readonly of: (ctx: never) => string | number | bigint;
  /** The tenants whose rows the caller sees, if there may be several: a list, or a subquery. Default: only `of`. */
  readonly within?: (ctx: never) => SQLWrapper | readonly (string | number | bigint)[];
  /** Unique constraints, of any table, that reach across tenants. Their 409 tells what other tenants have. */
  readonly acrossScopes?: readonly string[];
}

/** A rule as the store calls it: each context is the app's own. */
export interface AppTenant extends TenantRule<string> {
  readonly of: (ctx: object) => string | number | bigint;
  readonly within?: (ctx: object) => SQLWrapper | readonly (string | number | bigint)[];
}

/** Throws for names in a rule that no table has. */
export function checkTenant(rule: TenantRule<string>, tables: Tables): void {
  const where = "drizzleData: tenant";
  checkTenantOptions(where, rule, { column: true, of: true, within: true, acrossScopes: true });
  const all = Object.values(tables)
    .map((table) => tableOfView(table) ?? table)
    .filter((table) => isDbTable(table));
  if (!all.some((table) => tenantColumn(table, rule)))
    throw new TypeError(`${where}: no table has a column "${rule.column}". Use its name in Drizzle's tables.`);
  const constraints = new Set(all.flatMap(constraintNames));
  const unknown = rule.acrossScopes?.find((name) => !constraints.has(name));
  if (unknown === undefined) return;
  throw new TypeError(`${where}: acrossScopes: no table has a unique constraint "${unknown}".`);
}

/** Adds the rule's scope and values to a source's configuration. What the source states itself comes first. */
export function withTenant(where: string, table: DbTable, config: StoreConfig, rule: AppTenant): StoreConfig {
  const constraints = constraintNames(table);
  const across = rule.acrossScopes?.filter((name) => constraints.includes(name)) ?? [];
  const acrossScopes = [...(config.acrossScopes ?? []), ...across];
  const column = tenantColumn(table, rule);
  if (column !== undefined) {
    const scope = config.scope ?? ((ctx: object) => inTenant(column, rule, ctx));
    return { ...config, scope, values: tenantValues(rule, config.values), acrossScopes };
  }
  if (config.scope === undefined) throw new TypeError(`${where}: ${unscoped(rule.column)}`);
  return { ...config, acrossScopes };
}

export function tenantColumn(table: DbTable, { column }: TenantRule<string>): Column | undefined {
  const columns: Readonly<Record<string, Column>> = getTableColumns(table);
  return Object.hasOwn(columns, column) ? columns[column] : undefined;
}

/** Whether a row belongs to a tenant that the caller sees. @param column The tenant's, which may be one of an alias. */
export function inTenant(column: Column, { of, within }: AppTenant, ctx: object): SQL {
  return within === undefined ? eq(column, of(ctx)) : inArray(column, within(ctx) as SQLWrapper);
}

/** Whether a tenant is one that the caller sees. */
export function seesTenant(column: Column, { of, within }: AppTenant, ctx: object, tenant: unknown): SQL {
  const named = dialectOf(column).typed(column, tenant);
  const seen = within === undefined ? [of(ctx)] : within(ctx);
  if (!Array.isArray(seen)) return inArray(named, seen as SQLWrapper);
  const values = seen.map((each) => paramOf(column, each ?? null));
  return inArray(named, values);
}

function constraintNames(table: DbTable): readonly string[] {
  return [...uniqueConstraints(table).keys(), primaryKey(table)?.name].filter((name) => name !== undefined);
}
