import { and, type Column, getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import { appSql } from "../database/app-sql.js";
import { columnKey, isColumnOf, isTextKey, strayColumn } from "../columns/columns.js";
import { mustBeGiven, namesOf, primaryKey } from "../declarations/constraints.js";
import type { ManyToMany } from "../config/store-config.js";
import { pointersTo } from "../declarations/foreign-keys.js";
import type { IdColumns } from "../columns/id-columns.js";
import { anyScope, checkReadsOnly } from "../columns/scope-columns.js";
import type { Tables } from "../config/table-problems.js";
import { type AppTenant, inTenant, tenantColumn } from "./tenant.js";
import { checkTableName, type DbTable, isDbTable, tableConfig } from "../declarations/table-config.js";

/** A table of pairs, with its two columns. */
export interface LinkTable {
  readonly table: DbTable;
  readonly from: Column;
  readonly to: Column;
  readonly values: ManyToMany["values"];
  readonly orderBy: readonly SQL[];
  /** The columns of the key that keeps a pair from being there twice. Undefined: several rows may be the same pair. */
  readonly key: readonly Column[] | undefined;
  /** The pairs that count for a caller: of a tenant that the caller sees, and those of `where`. */
  readonly seen: ((ctx: object) => SQL | undefined) | undefined;
  /** The tenant's column, and the tenant that new pairs belong to. */
  readonly tenantOf: ((ctx: object) => readonly [key: string, tenant: unknown]) | undefined;
  /** A column that nothing fills in a new pair. */
  readonly unfilled: string | undefined;
  /** Whether nothing makes a new pair meet `where`. */
  readonly isUnmet: boolean;
}

/** The columns of a to-many's pairs. */
export interface Pairs extends Pick<LinkTable, "table" | "orderBy" | "key" | "seen"> {
  readonly from: IdColumns;
  readonly to: IdColumns;
}

/** The pairs that count for a caller under another name, each of them once. */
export function pairsAs(alias: string, { table, from, to, key, seen }: Pairs, ctx: object): SQL {
  const where = seen?.(ctx);
  const name = sql.identifier(alias);
  if (key && where === undefined) return sql`${table} ${name}`;
  const columns = key ? sql`*` : sql`distinct ${from.list}, ${to.list}`;
  return sql`(select ${columns} from ${table}${where && sql` where ${where}`}) ${name}`;
}

/** The options of `drizzleData` that tables need. */
export interface AppRules {
  /** All its tables, by type. */
  readonly tables: Tables;
  readonly tenant?: AppTenant | undefined;
  /** Makes ids that are texts or uuids and have no default. */
  readonly newId?: () => string;
  readonly prepare?: boolean;
}

/** A table that a column may lead to, with the column of its ids. */
interface Target {
  readonly table: DbTable;
  readonly id: Column;
}

/** Finds the columns of a join table by its foreign keys. */
export function linkTable(
  where: string,
  { table, from, to, where: pairWhere, values, orderBy }: ManyToMany,
  owner: DbTable,
  target: DbTable,
  { tenant: rule, newId }: AppRules,
  sharesIds: boolean,
): LinkTable {
  if (!isDbTable(table))
    throw new TypeError(`${where}: manyToMany takes a table, not a view. Make a resource of the view.`);
  checkTableName(where, table);
  const stray = [from, to].find((column) => column !== undefined && !isColumnOf(table, column));
  if (stray) throw new TypeError(`${where}: manyToMany: ${strayColumn(stray, table)}`);
  if (pairWhere) checkReadsOnly(`${where}: manyToMany: where`, table, anyScope(pairWhere));
  const ownColumn = from ?? pointersTo(table, owner).find(({ name }) => name !== to?.name);
  const other = to ?? pointersTo(table, target).find(({ name }) => name !== ownColumn?.name);
  const name = getTableName(table);
  if (!ownColumn || !other) {
    throw new TypeError(
      `${where}: no foreign keys of "${name}" tell its two columns. Name them: manyToMany(…, { from, to }).`,
    );
  }
  const tenant = rule && tenantColumn(table, rule);
  if (rule && sharesIds && tenant === undefined) {
    throw new TypeError(
      `${where}: other tenants may have the same ids, so "${name}" needs the column "${rule.column}", which says whose a pair is.`,
    );
  }
  const key = pairKey(table, ownColumn, other, rule);
  if (rule && sharesIds && key?.length === 2) {
    const columns = [tenant, ownColumn, other].map((column) => column?.name).join(", ");
    throw new TypeError(
      `${where}: other tenants may have the same ids, so the key of "${name}" must be of (${columns}), or their pairs could be in the way.`,
    );
  }
  const id = newId && ownId(table, [ownColumn, other]);
  const filled = [ownColumn, other, id, tenant].map((column) => column?.name);
  const columns = Object.entries<Column>(getTableColumns(table));
  const unfilled = columns.find(([, column]) => mustBeGiven(column) && !filled.includes(column.name))?.[0];
  const idKey = id && columnKey(table, id);
  const isOfTenant = rule !== undefined && tenant !== undefined;
  return {
    table,
    from: ownColumn,
    to: other,
    orderBy,
    key: pairWhere === undefined ? key : undefined, // the key may also refuse a pair that does not count
    unfilled: values === undefined ? unfilled : undefined,
    isUnmet: pairWhere !== undefined && values === undefined,
    values: (ctx, pair) => ({
      ...(idKey !== undefined && { [idKey]: newId?.() }),
      ...(isOfTenant && { [rule.column]: rule.of(ctx) }),
      ...values?.(ctx, pair),
    }),
    tenantOf: isOfTenant ? (ctx) => [rule.column, rule.of(ctx)] : undefined,
    seen:
      isOfTenant || pairWhere
        ? (ctx) => and(isOfTenant ? appSql(inTenant(tenant, rule, ctx)) : undefined, appSql(pairWhere?.(ctx)))
        : undefined,
  };
}

/** The primary key of a table of pairs, if the app makes its values. A key that holds the id of an end does not count. */
export function ownId(table: DbTable, ends: readonly Column[]): Column | undefined {
  const [id, ...more] = primaryKey(table)?.columns ?? [];
  const isOwn = id !== undefined && more.length === 0 && !namesOf(ends).includes(id.name);
  return isOwn && isTextKey(id) ? id : undefined;
}

/** The sentence for a column of pairs that nothing fills. */
export function unfilledPair(name: string, table: DbTable, column: string): string {
  const link = getTableName(table);
  return `"${column}" of the join table "${link}" must not be null, and nothing sets it. ${pairValues(name, column)} Or make "${link}" a resource.`;
}

/** The sentence for pairs that would not count. */
export function unmetPair(name: string, table: DbTable): string {
  return `nothing makes a new row of the join table "${getTableName(table)}" meet its where. ${pairValues(name, "")}`;
}

/** What sets a column of pairs. */
export function pairValues(name: string, column: string): string {
  return `Set it: relationships: { ${name}: manyToMany(…, { values: (ctx) => ({ ${column === "" ? "" : `${column}: `}… }) }) }.`;
}

/** The sentence for a column of ids whose foreign key leads to another column of the target: it does not hold ids. */
export function misledPointer(table: DbTable, column: Column, type: string, target: Target): string | undefined {
  const ends = tableConfig(table).foreignKeys.flatMap((key) => {
    const { columns, foreignColumns, foreignTable } = key.reference();
    const end = foreignColumns[namesOf(columns).indexOf(column.name)];
    return end !== undefined && foreignTable === target.table ? end.name : [];
  });
  if (ends.length === 0 || ends.includes(target.id.name)) return undefined;
  const name = getTableName(target.table);
  const id = `"${name}.${target.id.name}"`;
  return `"${getTableName(table)}.${column.name}" refers to "${name}.${ends[0]}", but the id of "${type}" is ${id}. Refer to ${id}, or use the other column as the id of "${type}": columns: { id: … }.`;
}

/** The columns that make pairs unique: the two, or these and the tenant's, if a caller sees the pairs of one tenant only. */
export function pairKey(
  table: DbTable,
  one: Column,
  other: Column,
  rule: AppTenant | undefined,
): readonly Column[] | undefined {
  const config = tableConfig(table);
  const keys = [
    ...config.primaryKeys.map(({ columns }) => columns),
    ...config.uniqueConstraints.map(({ columns }) => columns),
    ...config.indexes.filter(({ config }) => config.unique && !config.where).map(({ config }) => config.columns),
  ].map(namesOf);
  const pair = [one, other];
  const tenant = rule && rule.within === undefined ? tenantColumn(table, rule) : undefined;
  const candidates = tenant ? [pair, [tenant, ...pair]] : [pair];
  return candidates.find((columns) =>
    keys.some((names) => names.length === columns.length && columns.every(({ name }) => names.includes(name))),
  );
}
