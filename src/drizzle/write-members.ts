import { and, type Column, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Id, Session } from "../source/store.js";
import { columnKey, keyByName } from "./columns.js";
import { among, compare } from "./conditions.js";
import type { AnyDb } from "./config.js";
import { dbOf, type StoredTable } from "./stored-table.js";
import { ownValues } from "./own-values.js";
import { nextVersion, writing } from "./write-rows.js";

/** Postgres's most parameters of a statement. */
const MOST_PARAMETERS = 65_535;

export async function addMembers(
  of: StoredTable,
  session: Session,
  name: string,
  id: Id,
  ids: readonly Id[],
): Promise<void> {
  if (ids.length === 0) return;
  if (!of.isLink(name)) {
    await setParent(of, session, name, id, (own) => among(own, own, ids));
    return;
  }
  const { table, from, to, values } = of.link(name);
  const more = () => ownValues(`${of.where}: "${name}"`, table, values?.(session.ctx as never));
  const [fromKey, toKey] = [columnKey(table, from), columnKey(table, to)];
  const [one, target] = [of.ownId(id), of.target(name)];
  const pairs = ids.map((other) => ({ ...more(), [fromKey]: one, [toKey]: target.ownId(other) }));
  const columns = Object.keys(getTableColumns(table)).length + 2; // `ownId` may have its id twice
  const most = Math.floor(MOST_PARAMETERS / columns);
  for (let start = 0; start < pairs.length; start += most) {
    const some = pairs.slice(start, start + most);
    // Only for a pair that is there already: what another constraint refuses must not be lost.
    const insert = dbOf(session)
      .insert(table)
      .values(some)
      .onConflictDoNothing({ target: [from, to] });
    await changePairs(of, session, name, insert);
  }
}

export async function removeMembers(
  of: StoredTable,
  session: Session,
  name: string,
  id: Id,
  ids: readonly Id[],
): Promise<void> {
  if (!of.isLink(name)) {
    await setParent(of, session, name, null, (own, column) => and(is(column, id), among(own, own, ids)));
    return;
  }
  const { table, from, to } = of.link(name);
  const remove = dbOf(session)
    .delete(table)
    .where(and(is(from, id), among(to, to, ids)));
  await changePairs(of, session, name, remove);
}

/** Makes `ids` the members. Members that the caller does not see stay. */
export async function setMembers(
  of: StoredTable,
  session: Session,
  name: string,
  id: Id,
  ids: readonly Id[],
): Promise<void> {
  const isNot = (column: Column) => (ids.length === 0 ? undefined : sql`not (${among(column, column, ids)})`);
  if (of.isLink(name)) {
    const { table, from, to } = of.link(name);
    const target = of.target(name);
    const seen = target.isScoped ? sql`${to} in ${target.visibleIds(session)}` : undefined;
    const remove = dbOf(session)
      .delete(table)
      .where(and(is(from, id), isNot(to), seen));
    await changePairs(of, session, name, remove);
  } else {
    await setParent(of, session, name, null, (own, column) => and(is(column, id), isNot(own)));
  }
  await addMembers(of, session, name, id, ids);
}

/** Changes pairs. If the members have the same relationship, each of them changes, too, so its version counts up. */
async function changePairs(of: StoredTable, session: Session, name: string, statement: AnyDb): Promise<void> {
  const { table, id, versionColumn } = of.target(name);
  const { to, table: pairs } = of.link(name);
  const fieldOf = (column: string) => (keyByName(pairs, column) === columnKey(pairs, to) ? name : undefined);
  const into = { table: pairs, config: of.config, columns: { fieldOf, unchecked: () => [] } };
  if (versionColumn === undefined || !of.relationship(name)?.isInverse) {
    await writing(into, statement);
    return;
  }
  const changed = await writing(into, statement.returning({ id: to }));
  const ids = changed.map((pair) => pair.id);
  if (ids.length === 0) return;
  await dbOf(session)
    .update(table)
    .set(nextVersion(of.target(name)))
    .where(among(id, id, ids));
}

/** Makes children point at another parent, or at null. */
async function setParent(
  of: StoredTable,
  session: Session,
  name: string,
  parent: Id | null,
  which: (id: Column, column: Column) => SQL | undefined,
): Promise<void> {
  const { column } = of.hasMany(name);
  const children = of.target(name);
  // A child that belongs to the parent already does not change, so its version must not either.
  const changes = children.versionColumn && compare(column, column, "ne", parent);
  const where = and(which(children.id, column), changes, children.visible(session));
  const set = { [columnKey(children.table, column)]: of.ownId(parent), ...nextVersion(children) };
  await writing(children, dbOf(session).update(children.table).set(set).where(where));
}

/** The column may be narrower than the ids. */
function is(column: Column, id: Id): SQL {
  return compare(column, column, "eq", id);
}
