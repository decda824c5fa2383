import type { Column } from "drizzle-orm";
import { columnsIn } from "../database/app-sql.js";
import { type DbTable, tableConfig } from "./table-config.js";
import { isView } from "./views.js";

/** The columns of constraints by the constraint's name, as a table declares them. */
export type Constraints = ReadonlyMap<string, readonly string[]>;

/** Unique constraints and unique indexes; not the primary key. */
export function uniqueConstraints(table: DbTable): Constraints {
  const config = tableConfig(table);
  const found = new Map<string, readonly string[]>();
  for (const column of config.columns as readonly (Column & { isUnique: boolean; uniqueName?: string })[]) {
    if (column.isUnique) found.set(column.uniqueName ?? usualName(config.name, [column.name], "unique"), [column.name]);
  }
  for (const unique of config.uniqueConstraints) {
    const name = (unique as { name?: string }).name ?? unique.getName?.();
    if (name) found.set(name, namesOf(unique.columns));
  }
  for (const [name, columns] of indexedColumns(table, true)) found.set(name, columns);
  return found;
}

/** The columns of indexes by the index's name. */
export function indexedColumns(table: DbTable, isUnique = false): Constraints {
  const { name, indexes } = tableConfig(table);
  const found = new Map<string, readonly string[]>();
  for (const { config: index } of indexes) {
    if (isUnique && !index.unique) continue;
    const names = namesOf(index.columns);
    found.set(index.name ?? usualName(name, names, "index"), names);
  }
  return found;
}

/** Whether an index compares more than the values of its columns: an expression. */
export function hasExpression(table: DbTable, index: string): boolean {
  const { name, indexes } = tableConfig(table);
  return indexes.some(({ config }) => {
    const names = namesOf(config.columns);
    return (config.name ?? usualName(name, names, "index")) === index && names.length < config.columns.length;
  });
}

/** The primary key, by the name that Postgres gives it if the schema gives none. */
export function primaryKey(table: DbTable): { readonly name: string; readonly columns: readonly Column[] } | undefined {
  const { name, columns, primaryKeys } = tableConfig(table);
  const [declared] = primaryKeys;
  const names = declared && namesOf(declared.columns); // its own columns are copies that cannot say their types
  const primary =
    names?.flatMap((name) => columns.find((column) => column.name === name) ?? []) ??
    columns.filter((column) => column.primary);
  return primary.length === 0 ? undefined : { name: declared?.getName() ?? `${name}_pkey`, columns: primary };
}

/** Whether a row may have no value of a column. Drizzle does not say it of columns that a table lists as its key. */
export function mayBeNull(table: DbTable, column: Column): boolean {
  return !column.notNull && !namesOf(primaryKey(table)?.columns ?? []).includes(column.name);
}

/** Whether the database and Drizzle have no value for a column that an insert leaves out. */
export function mustBeGiven(column: Column): boolean {
  return column.notNull && !fillsItself(column);
}

/** Whether the database or Drizzle makes a value for a column that an insert leaves out. */
export function fillsItself({ hasDefault, generated, generatedIdentity, onUpdateFn }: Column): boolean {
  return hasDefault || Boolean(generated ?? generatedIdentity ?? onUpdateFn);
}

/**
 * The columns that make a row unique together with those of an id, once for each key that contains one of them: none if the id is unique
 * alone.
 */
export function keyColumnsBeside(table: DbTable, id: readonly Column[]): readonly (readonly string[])[] {
  if (isView(table)) return [[]]; // the app has named them
  const { columns, uniqueConstraints, indexes } = tableConfig(table);
  const keys: (readonly unknown[])[] = [
    primaryKey(table)?.columns ?? [],
    ...columns.filter((each) => each.isUnique).map((each) => [each]),
    ...uniqueConstraints.map((unique) => unique.columns),
    ...indexes.filter(({ config }) => config.unique && !config.where).map(({ config }) => config.columns),
  ];
  const ids = namesOf(id);
  return keys.flatMap((key) => {
    const names = namesOf(key);
    const isKey = names.length === key.length && names.some((name) => ids.includes(name));
    return isKey ? [names.filter((name) => !ids.includes(name))] : [];
  });
}

const constraintsOf = new WeakMap<DbTable, Constraints>();

/** All constraints that a table declares, read once for each table. */
export function allConstraints(table: DbTable): Constraints {
  const constraints = constraintsOf.get(table) ?? readConstraints(table);
  constraintsOf.set(table, constraints);
  return constraints;
}

function readConstraints(table: DbTable): Constraints {
  const config = tableConfig(table);
  const found = new Map(uniqueConstraints(table));
  for (const key of config.foreignKeys) found.set(key.getName(), namesOf(key.reference().columns));
  const primary = primaryKey(table);
  if (primary) found.set(primary.name, namesOf(primary.columns));
  for (const check of config.checks) found.set(check.name, [...new Set(namesOf(columnsIn(check.value).columns))]);
  return found;
}

/** What a statement works on, for the fields of its violations. */
export interface Statement {
  readonly table: DbTable;
  readonly fieldOf: (column: string) => string | undefined;
  readonly isDelete?: boolean;
  /** The app's words for constraints. */
  readonly texts?: object | undefined;
  /** The fields with values that only the database can check. */
  readonly unchecked?: readonly string[];
}

/** The name of a constraint that has none in the schema, as Drizzle 0.45 makes it. Drizzle 1.0 leaves it to the database. */
function usualName(table: string, columns: readonly string[], suffix: "unique" | "index"): string {
  return [table, ...columns, suffix].join("_");
}

export function namesOf(columns: readonly unknown[]): readonly string[] {
  return columns.flatMap((column) => (column as Column).name ?? []); // an index may be on an expression
}
