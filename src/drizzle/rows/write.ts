import { and, type Column, getTableColumns, getTableName, is, SQL, sql } from "drizzle-orm";
import { MAX_ID_LENGTH } from "../../schema/formats.js";
import type { Id, Values, WriteOptions } from "../../source/store/store.js";
import { Violation } from "../../source/store/violation.js";
import { membersNotChanged, notKept, outOfReach, pairOfAnotherTenant } from "../../source/options/violation-error.js";
import { appSql, ownLine, valueKind } from "../database/app-sql.js";
import { columnKey, keyByName } from "../columns/columns.js";
import { compare } from "./conditions.js";
import type { AnyDb, DbSession, RawRow } from "../database/session.js";
import type { LinkedIds } from "../config/store-config.js";
import type { IdColumns } from "../columns/id-columns.js";
import { pairValues, unfilledPair } from "../tables/link-table.js";
import type { StoredTable } from "../tables/stored-table.js";
import type { DbTable } from "../declarations/table-config.js";
import { TypedIds } from "../columns/typed-ids.js";
import { violationOf } from "../tables/violations.js";

// ---- rows

export async function insertRow(
  into: StoredTable,
  session: DbSession,
  values: Values,
  options: WriteOptions,
): Promise<Id> {
  const { values: given } = into.config;
  const app = given && ownValues(into, into.where, given(session.ctx));
  const written = into.written(session, values);
  if (into.seesTenant) await requireTenant(into, session, written);
  const row = { ...app, ...written, ...(options.values !== undefined && ownValues(into, into.where, options.values)) };
  // Without a tenant, the column's constraint would refuse the row as a mistake of the server.
  if (into.seesTenant && row[into.tenantKey ?? ""] === null) throw outOfReach(into.spec.type);
  into.checkWrite(session, row, true);
  const { idKey } = into;
  if (into.newId && idKey !== undefined && row[idKey] === undefined) {
    Object.assign(row, ownValues(into, into.where, { [idKey]: into.newId() }));
  }
  const statement = session.db.insert(into.table).values(row).returning(into.returned);
  const [inserted] = await writing(into, statement, false, values);
  if (!inserted) throw notKept(into.spec.type);
  if (into.id.single) return inserted.id;
  const id = into.id.read(Object.values(inserted));
  if (String(id).length <= MAX_ID_LENGTH) return id;
  const fields = new Set(into.id.columns.flatMap(({ name }) => into.columns.fieldOf(name, values) ?? []));
  throw new Violation("unfit", [...fields], undefined, {
    reason: `the id would have more than ${MAX_ID_LENGTH} characters`,
  });
}

export async function updateRow(
  table: StoredTable,
  session: DbSession,
  id: Id,
  values: Values,
  options: WriteOptions,
): Promise<boolean> {
  const app = options.values !== undefined && ownValues(table, table.where, options.values);
  const written = table.written(session, values);
  if (table.seesTenant) await requireTenant(table, session, written);
  const set = { ...written, ...app, ...nextVersion(table) };
  table.checkWrite(session, set);
  const where = changeableRow(table, session, id, options);
  const part = table.id.single ? undefined : Object.keys(set).find((key) => table.columns.isPartOfId(key));
  if (part !== undefined)
    throw new TypeError(`${table.where}: an edit must not set "${part}", which is a part of the id.`);
  const { db } = session;
  const { returned } = table;
  const isEmpty = Object.keys(set).length === 0;
  const found = () => db.select(returned).from(table.table).where(where);
  const statement = isEmpty
    ? table.dialect.hasLocks
      ? found().for("update")
      : found()
    : db.update(table.table).set(set).where(where).returning(returned);
  return (await writing(table, statement, false, values)).length > 0;
}

/** Deletes a row, or sets the time at which it was deleted. */
export async function deleteRow(
  owner: StoredTable,
  session: DbSession,
  id: Id,
  options: WriteOptions,
): Promise<boolean> {
  const where = changeableRow(owner, session, id, options);
  const { returned } = owner;
  const deleted = owner.deletedColumn;
  if (deleted === undefined) {
    const statement = session.db.delete(owner.table).where(where).returning(returned);
    return (await writing(owner, statement, true)).length > 0;
  }
  const set = { [columnKey(owner.table, deleted)]: owner.dialect.now(deleted), ...nextVersion(owner) };
  const statement = session.db.update(owner.table).set(set).where(where).returning(returned);
  return (await writing(owner, statement)).length > 0;
}

/** Throws for a tenant of a body that the caller does not see: a unique constraint would tell what that one has. */
async function requireTenant(
  { tenantKey = "", seesTenant, spec }: StoredTable,
  { ctx, db }: DbSession,
  written: RawRow,
): Promise<void> {
  const tenant = written[tenantKey] ?? undefined;
  if (tenant === undefined) return;
  const oneRow = sql`(select 1) "#one"`;
  const found = await db.select({ one: sql`1` }).from(oneRow).where(seesTenant?.(ctx, tenant));
  if (found.length === 0) throw outOfReach(spec.type);
}

/** What every change of a row sets: its version plus 1, if it has one. */
function nextVersion({ versionColumn, table }: StoredTable): Record<string, SQL> {
  return versionColumn === undefined ? {} : { [columnKey(table, versionColumn)]: sql`${versionColumn} + 1` };
}

/** The row with an id, if the caller sees it and may change it, it has the expected version, and `when` holds. */
function changeableRow(
  table: StoredTable,
  session: DbSession,
  id: Id,
  { when, expected }: WriteOptions,
): SQL | undefined {
  const { versionColumn } = table;
  const ofRow = table.id.equals(id);
  const ofVersion =
    versionColumn && expected !== undefined
      ? compare(table.dialect, versionColumn, versionColumn, "eq", expected)
      : undefined;
  return and(ofRow, ofVersion, table.visible(session), table.writable(session), appSql(when as SQL | undefined)); // the native condition of this store
}

/** What a statement writes to: a resource's table, or one of pairs. */
interface Written extends Pick<StoredTable, "table" | "config"> {
  readonly columns: Pick<StoredTable["columns"], "fieldOf" | "unchecked">;
  /** The error for what only the app can avoid. */
  readonly ofApp?: (violation: Violation) => Error | undefined;
}

/** Runs a statement that writes. A constraint that it breaks is a Violation. */
async function writing(
  { table, columns, config, ofApp }: Written,
  statement: PromiseLike<unknown>,
  isDelete = false,
  values: Values = {},
): Promise<RawRow[]> {
  try {
    return (await statement) as RawRow[]; // rows: a select, or what `returning` gives
  } catch (error) {
    const fieldOf = (column: string) => columns.fieldOf(column, values);
    const { violations: texts } = config;
    const violation = violationOf(error, { table, fieldOf, isDelete, texts, unchecked: columns.unchecked(values) });
    throw (violation && ofApp?.(violation)) ?? violation ?? error;
  }
}

// ---- members

/** A to-many of one row, in a session. */
interface MemberList {
  readonly owner: StoredTable;
  readonly session: DbSession;
  readonly name: string;
  readonly id: Id;
}

export async function addMembers(list: MemberList, ids: readonly Id[]): Promise<void> {
  if (ids.length === 0) return;
  const { owner, session, name, id } = list;
  if (!owner.isLink(name)) {
    await setParent(list, id, (member) => member.among(ids), ids.length);
    return;
  }
  const { table, from, to, values, key, tenantOf } = owner.link(name);
  const beside = (pair: object) =>
    ownValues({ table, dialect: owner.dialect }, `${owner.where}: "${name}"`, values?.(session.ctx, pair as LinkedIds));
  const [fromKey, toKey] = [columnKey(table, from), columnKey(table, to)];
  const [ownId, target] = [owner.ownId(session, id), owner.target(name)];
  const others = key ? ids : await idsWithoutPair(list, ids);
  const pairs = others.map((member) => ({
    ...beside({ from: id, to: member }),
    [fromKey]: ownId,
    [toKey]: target.ownId(session, member),
  }));
  const [tenantKey = "", tenant] = tenantOf?.(session.ctx) ?? [];
  // One end of a pair may be the tenant itself: a client could join another tenant by it.
  if (tenantOf && pairs.some((pair: Values) => String(pair[tenantKey]) !== String(tenant)))
    throw pairOfAnotherTenant(name);
  // `ownId` has its id twice, and where other tenants may have it, a scope, which is short.
  const more = owner.id.hasOneSpelling && target.id.hasOneSpelling ? 0 : 40;
  const columns = Object.keys(getTableColumns(table)).length + more;
  const most = Math.floor(owner.dialect.mostParameters / columns);
  let added = 0;
  for (let start = 0; start < pairs.length; start += most) {
    const batch = pairs.slice(start, start + most);
    const insert = session.db.insert(table).values(batch);
    // Only for a pair that is there already: what another constraint refuses must not be lost.
    added += await changePairs(list, key ? insert.onConflictDoNothing({ target: [...key] }) : insert);
  }
  // The others are there already, or a trigger dropped them.
  if (added < pairs.length && (await idsWithoutPair(list, ids)).length > 0) throw membersNotChanged(name, true);
}

/** The members that have no pair yet. The parent's row is locked, so no other request makes one meanwhile. */
async function idsWithoutPair({ owner, session, name, id }: MemberList, ids: readonly Id[]): Promise<Id[]> {
  const { table, from, to, seen } = owner.pairs(name);
  const target = owner.target(name);
  const ofPairs = and(from.equals(id), to.same(target.id), seen?.(session.ctx));
  const withoutPair = sql`not exists (select 1 from ${table} where ${ofPairs})`;
  const where = and(target.id.among(ids), withoutPair, target.visible(session));
  const rows: RawRow[] = await session.db.select(target.returned).from(target.table).where(where);
  return rows.map((row) => target.id.read(Object.values(row)));
}

export async function removeMembers(list: MemberList, ids: readonly Id[]): Promise<void> {
  const { owner, session, name, id } = list;
  if (!owner.isLink(name)) {
    await setParent(list, null, (member, parent) => and(parent.equals(id), member.among(ids)), ids.length);
    return;
  }
  const { table, from, to, seen, key } = owner.pairs(name);
  const ofPairs = and(from.equals(id), to.among(ids), seen?.(session.ctx));
  const removed = await changePairs(list, session.db.delete(table).where(ofPairs));
  if (!key || removed < ids.length) await requireNone(list, table, ofPairs);
}

/** Makes `ids` the members. Members that the caller does not see stay. */
export async function setMembers(list: MemberList, ids: readonly Id[]): Promise<void> {
  const { owner, session, name, id } = list;
  const otherThan = (members: IdColumns) => (ids.length === 0 ? undefined : sql`not (${members.among(ids)})`);
  if (owner.isLink(name)) {
    const { table, from, to } = owner.pairs(name);
    const others = and(from.equals(id), otherThan(to), owner.seenMembers(session, name));
    await changePairs(list, session.db.delete(table).where(others));
    await requireNone(list, table, others);
  } else {
    await setParent(list, null, (member, parent) => and(parent.equals(id), otherThan(member)));
  }
  await addMembers(list, ids);
}

/** Throws if a change left rows as they are: a trigger dropped it, or a policy hid them from it. */
async function requireNone({ session, name }: MemberList, table: DbTable, where?: SQL, isNew = false): Promise<void> {
  const left = await session.db.select({ one: sql`1` }).from(table).where(where).limit(1);
  if (left.length > 0) throw membersNotChanged(name, isNew);
}

/**
 * Changes pairs, and returns how many. If the members have the same relationship, each of them changes, too, so its version counts up.
 */
async function changePairs({ owner, session, name }: MemberList, statement: AnyDb): Promise<number> {
  const target = owner.target(name);
  const { table, id, versionColumn } = target;
  const { to, table: pairs } = owner.link(name);
  const fieldOf = (column: string) => (keyByName(pairs, column) === columnKey(pairs, to) ? name : undefined);
  const ofApp = (violation: Violation) => pairError(owner, name, violation);
  const into = { table: pairs, config: owner.config, columns: { fieldOf, unchecked: () => [] }, ofApp };
  const changed = await writing(into, statement.returning({ id: to }));
  const ids = changed.map((pair) => pair.id);
  if (versionColumn !== undefined && owner.relationship(name)?.isInverse === true && ids.length > 0) {
    await session.db
      .update(table)
      .set(nextVersion(target))
      .where(and(id.among(ids), target.visible(session)));
  }
  return ids.length;
}

/** The error for a column of pairs that clients do not set: an attribute may have its name. */
function pairError(owner: StoredTable, name: string, violation: Violation): Error | undefined {
  const { kind, fields, columns, constraint = "" } = violation;
  const [column] = columns;
  const isOfApp = column !== undefined && fields.length === 0 && !["unique", "exclusion", "referenced"].includes(kind);
  if (!isOfApp || Object.hasOwn(owner.config.violations ?? {}, constraint)) return undefined;
  const { table } = owner.link(name);
  const problem =
    kind === "required"
      ? unfilledPair(name, table, column)
      : `a new row violates a constraint of the database about "${column}" of the join table "${getTableName(table)}". ${pairValues(name, column)}`;
  return new Error(`${owner.where}: ${problem}`, { cause: violation });
}

/** Makes children point at another parent, or at null. */
async function setParent(
  list: MemberList,
  parent: Id | null,
  which: (id: IdColumns, parent: IdColumns) => SQL | undefined,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { owner, session, name } = list;
  const { from: ids } = owner.pairs(name);
  const children = owner.target(name);
  // A child that belongs to the parent already does not change, so its version must not either.
  const where = and(which(children.id, ids), ids.differs(parent), children.visible(session));
  const parts = parent === null ? children.columns.emptied(ids) : owner.ownParts(session, parent);
  const pointer: Record<string, unknown> = {};
  for (const [index, column] of ids.columns.entries()) {
    if (parent !== null) Object.assign(pointer, children.columns.clearedBy(column));
    if (parts[index] !== undefined) pointer[columnKey(children.table, column)] = parts[index];
  }
  if (ids instanceof TypedIds)
    for (const [column, value] of ids.write(parent && parts[0])) pointer[columnKey(children.table, column)] = value;
  if (children.seesTenant) await requireTenant(children, session, pointer);
  if (parent !== null) children.checkWrite(session, pointer);
  const set = { ...pointer, ...nextVersion(children) };
  const { table, returned } = children;
  const changed = await writing(children, session.db.update(table).set(set).where(where).returning(returned));
  if (changed.length < most) await requireNone(list, table, where, parent !== null);
}

// ---- columns that the app sets itself

/** Columns that the app sets itself. Throws for a name that the table does not have, and for a value that its column cannot hold. */
function ownValues(
  { table, dialect }: Pick<StoredTable, "table" | "dialect">,
  where: string,
  values: unknown,
): Readonly<Record<string, unknown>> {
  const given = (values ?? {}) as Readonly<Record<string, unknown>>;
  const columns = new Map(Object.entries<Column>(getTableColumns(table)));
  for (const [name, value] of Object.entries(given)) {
    const column = columns.get(name);
    if (column === undefined) {
      const names = [...columns.keys()].join(", ");
      throw new TypeError(
        `${where}: values: the table "${getTableName(table)}" has no column "${name}". Use ${names}.`,
      );
    }
    // A driver may write numbers and dates as texts, which Postgres checks.
    const isChecked = typeof value !== "string" || valueKind(column) === "string";
    const problem = isChecked ? dialect.misfitOf(column, value) : undefined;
    if (problem !== undefined) throw new TypeError(`${where}: values: "${name}" cannot be stored: ${problem}.`);
  }
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, is(value, SQL) ? ownLine(value) : value]),
  );
}
