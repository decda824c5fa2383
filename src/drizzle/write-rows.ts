import { and, getTableName, type SQL, sql } from "drizzle-orm";
import type { Id, Session, Values, WriteOptions } from "../source/store.js";
import { appSql } from "./app-sql.js";
import { columnKey } from "./columns.js";
import { compare } from "./conditions.js";
import { ownValues } from "./own-values.js";
import { violationOf } from "./postgres-error.js";
import type { RawRow } from "./selected-columns.js";
import { dbOf, type StoredTable } from "./stored-table.js";

export async function insertRow(
  into: StoredTable,
  session: Session,
  values: Values,
  options: WriteOptions,
): Promise<Id> {
  into.checkInsert(session);
  const own = ownValues(into.where, into.table, into.config.values?.(session.ctx as never));
  const row = { ...own, ...into.written(values), ...ownValues(into.where, into.table, options.values) };
  const statement = dbOf(session).insert(into.table).values(row).returning({ id: into.id });
  const [inserted] = await writing(into, statement, false, values);
  if (inserted) return inserted.id;
  throw new Error(`The database returned no row for an insert into "${getTableName(into.table)}".`);
}

export async function updateRow(
  table: StoredTable,
  session: Session,
  id: Id,
  values: Values,
  options: WriteOptions,
): Promise<boolean> {
  const own = ownValues(table.where, table.table, options.values);
  const set = { ...table.written(values), ...own, ...nextVersion(table) };
  const where = changeableRow(table, session, id, options);
  const db = dbOf(session);
  const found = { id: table.id };
  const isEmpty = Object.keys(set).length === 0;
  const statement = isEmpty
    ? db.select(found).from(table.table).where(where).for("update")
    : db.update(table.table).set(set).where(where).returning(found);
  return (await writing(table, statement, false, values)).length > 0;
}

/** Deletes a row, or sets the time at which it was deleted. */
export async function deleteRow(from: StoredTable, session: Session, id: Id, options: WriteOptions): Promise<boolean> {
  const where = changeableRow(from, session, id, options);
  const found = { id: from.id };
  const deleted = from.deletedColumn;
  if (deleted === undefined) {
    const statement = dbOf(session).delete(from.table).where(where).returning(found);
    return (await writing(from, statement, true)).length > 0;
  }
  const now = { [columnKey(from.table, deleted)]: sql`now()`, ...nextVersion(from) };
  const statement = dbOf(session).update(from.table).set(now).where(where).returning(found);
  return (await writing(from, statement)).length > 0;
}

/** What every change of a row sets: its version plus 1, if it has one. */
export function nextVersion({ versionColumn, table }: StoredTable): Record<string, SQL> {
  return versionColumn === undefined ? {} : { [columnKey(table, versionColumn)]: sql`${versionColumn} + 1` };
}

/** The row with an id, if the caller sees it and may change it, it has the expected version, and `when` holds. */
function changeableRow(
  table: StoredTable,
  session: Session,
  id: Id,
  { when, expected }: WriteOptions,
): SQL | undefined {
  const { versionColumn } = table;
  const isRow = compare(table.id, table.id, "eq", id);
  const isExpected =
    versionColumn && expected !== undefined ? compare(versionColumn, versionColumn, "eq", expected) : undefined;
  return and(isRow, isExpected, table.visible(session), table.writable(session), appSql(when as SQL | undefined));
}

/** What a statement writes to: a resource's table, or one of pairs. */
export interface Written extends Pick<StoredTable, "table" | "config"> {
  readonly columns: Pick<StoredTable["columns"], "fieldOf" | "unchecked">;
}

/** Runs a statement that writes. A constraint that it breaks is a Violation. */
export async function writing(
  { table, columns, config }: Written,
  statement: PromiseLike<unknown>,
  isDelete = false,
  values: Values = {},
): Promise<RawRow[]> {
  try {
    return (await statement) as RawRow[];
  } catch (error) {
    const fieldOf = (column: string) => columns.fieldOf(column);
    const { violations: texts } = config;
    throw violationOf(error, { table, fieldOf, isDelete, texts, unchecked: columns.unchecked(values) }) ?? error;
  }
}
