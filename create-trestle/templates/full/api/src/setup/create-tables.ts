import { is, SQL, sql } from "drizzle-orm";
import {
  type ForeignKey,
  getTableConfig,
  type PgColumn,
  type PgDatabase,
  type PgQueryResultHKT,
  type PgTable,
} from "drizzle-orm/pg-core";

/** Creates the tables and columns that the database lacks. It changes and removes nothing. */
export async function createTables(db: PgDatabase<PgQueryResultHKT>, tables: readonly PgTable[]): Promise<void> {
  const configs = tables.map((table) => ({ table, ...getTableConfig(table) }));
  for (const { name, checks, indexes, primaryKeys, uniqueConstraints } of configs) {
    if ([checks, indexes, primaryKeys, uniqueConstraints].every(({ length }) => length === 0)) continue;
    throw new Error(`create-tables.ts makes only columns. For the indexes and checks of "${name}", take drizzle-kit.`);
  }
  for (const { table } of configs) await db.execute(sql`create table if not exists ${table} ()`);
  for (const isId of [true, false]) {
    for (const { table, columns, foreignKeys } of configs) {
      for (const column of columns.filter(({ primary }) => primary === isId)) {
        const rules = [
          ...rulesOf(column),
          ...foreignKeys.filter((key) => key.reference().columns.includes(column)).map(referenceOf),
        ];
        const definition = sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())} ${sql.join(rules, sql` `)}`;
        await db.execute(sql`alter table ${table} add column if not exists ${definition}`.inlineParams());
      }
    }
  }
}

function rulesOf(column: PgColumn): SQL[] {
  const { primary, notNull, isUnique, uniqueName, default: value, generatedIdentity: identity } = column;
  const rules = [];
  if (primary) rules.push(sql`primary key`);
  if (identity) rules.push(sql.raw(`generated ${identity.type === "always" ? "always" : "by default"} as identity`));
  if (notNull) rules.push(sql`not null`);
  if (value !== undefined) rules.push(sql`default ${is(value, SQL) ? value : sql.param(value, column)}`);
  if (isUnique && uniqueName) rules.push(sql`constraint ${sql.identifier(uniqueName)} unique`);
  return rules;
}

function referenceOf(key: ForeignKey): SQL {
  const { foreignTable, foreignColumns } = key.reference();
  const target = sql`${foreignTable} (${sql.identifier(foreignColumns[0]?.name ?? "id")})`;
  return sql`constraint ${sql.identifier(key.getName())} references ${target} on delete ${sql.raw(key.onDelete ?? "no action")}`;
}
