import { is, SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";

/** Creates the tables and columns that the database lacks. It changes and removes nothing. */
export async function createTables(run: (statement: SQL) => PromiseLike<unknown>, tables: PgTable[]): Promise<void> {
  for (const table of tables) {
    const { name, checks, indexes, primaryKeys, uniqueConstraints } = getTableConfig(table);
    if ([checks, indexes, primaryKeys, uniqueConstraints].some(({ length }) => length > 0)) {
      throw new Error(`create-tables.ts makes only columns. Let drizzle-kit make the keys and indexes of "${name}".`);
    }
    await run(sql`create table if not exists ${table} ()`);
  }
  // A reference needs the id that it leads to.
  for (const isId of [true, false]) {
    for (const table of tables) {
      for (const column of getTableConfig(table).columns.filter(({ primary }) => primary === isId)) {
        const definition = sql.join([...rulesOf(column), ...referencesOf(table, column)], sql` `);
        await run(sql`alter table ${table} add column if not exists ${definition}`.inlineParams());
      }
    }
  }
}

function rulesOf(column: PgColumn): SQL[] {
  const { primary, notNull, isUnique, uniqueName, default: value, generatedIdentity: identity } = column;
  const rules = [sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`];
  if (primary) rules.push(sql`primary key`);
  if (identity) rules.push(sql.raw(`generated ${identity.type === "always" ? "always" : "by default"} as identity`));
  if (notNull) rules.push(sql`not null`);
  if (value !== undefined) rules.push(sql`default ${is(value, SQL) ? value : sql.param(value, column)}`);
  if (isUnique && uniqueName) rules.push(sql`constraint ${sql.identifier(uniqueName)} unique`);
  return rules;
}

function referencesOf(table: PgTable, column: PgColumn): SQL[] {
  return getTableConfig(table).foreignKeys.flatMap((key) => {
    const { columns, foreignTable, foreignColumns } = key.reference();
    if (columns[0] !== column || foreignColumns[0] === undefined) return [];
    const target = sql`${foreignTable} (${sql.identifier(foreignColumns[0].name)})`;
    return sql`constraint ${sql.identifier(key.getName())} references ${target} on delete ${sql.raw(key.onDelete ?? "no action")}`;
  });
}
