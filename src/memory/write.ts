import { illegalText } from "../source/handlers/sent-values.js";
import type { Id, Session, Values, WriteOptions } from "../source/store/store.js";
import { Violation } from "../source/store/violation.js";
import { outOfReach } from "../source/options/violation-error.js";
import type { Predicate } from "./config.js";
import { isSame, type Row, type MemoryRows } from "./memory-rows.js";

export function addRow(into: MemoryRows, session: Session, values: Values, options: WriteOptions): Id {
  checkTexts(values);
  const filled = into.config.values?.(session.ctx);
  const row = into.filled({ ...filled, ...structuredClone(values), ...(options.values as object | undefined) });
  row.id ??= into.newId();
  for (const [name, { many }] of into.spec.relationships) {
    if (!many || into.heldBy(name) === undefined) row[name] ??= many ? [] : null;
  }
  storing(into, session, row, () => {
    if (into.get(row.id)) throw new Violation("unique", ["id"], undefined);
    into.put(row);
  });
  return row.id;
}

/** A conflict of a row that its writer would not see tells what others have, so it is the 403 that the row gets without one. */
function storing(rows: MemoryRows, session: Session, row: Row, store: () => void): void {
  try {
    store();
  } catch (error) {
    const isHidden = error instanceof Violation && !rows.visible(session)(row);
    throw isHidden ? outOfReach(rows.spec.type) : error;
  }
}

export function changeRow(rows: MemoryRows, session: Session, id: Id, values: Values, options: WriteOptions): boolean {
  const row = changeableRow(rows, session, id, options);
  checkTexts(values);
  if (row === undefined) return false;
  const changes = { ...structuredClone(values), ...(options.values as object | undefined) };
  storing(rows, session, { ...row, ...changes }, () => rows.change(row, changes));
  return true;
}

/** Postgres cannot store such a text, so memory does not, either. */
function checkTexts(values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    const illegal = illegalText(value);
    if (illegal !== undefined) throw new Violation("unfit", [name], undefined, { reason: `it contains ${illegal}` });
  }
}

/** Deletes a row, or sets the time at which it was deleted. */
export function removeRow(owner: MemoryRows, session: Session, id: Id, options: WriteOptions): boolean {
  const row = changeableRow(owner, session, id, options);
  if (row === undefined) return false;
  const { deleted } = owner.config;
  if (deleted !== undefined) {
    owner.change(row, { [typeof deleted === "string" ? deleted : deleted.field]: new Date() });
    return true;
  }
  if (owner.isReferenced(row.id)) throw new Violation("referenced", [], undefined);
  owner.remove(row.id);
  return true;
}

/** The row with an id, if the caller sees it and may change it, it has the expected version, and `when` holds. */
function changeableRow(rows: MemoryRows, session: Session, id: Id, { when, expected }: WriteOptions): Row | undefined {
  const row = rows.get(id);
  if (row === undefined || !rows.visible(session)(row) || !rows.writable(session)(row)) return undefined;
  if (expected !== undefined && rows.versionOf(row) !== expected) return undefined;
  return when === undefined || (when as Predicate)(row) ? row : undefined; // the native condition of this store
}

/** A to-many of one row. */
interface MemberList {
  readonly of: MemoryRows;
  readonly name: string;
  readonly id: Id;
}

/** Adds and removes members, which are in a list of this row, in lists of theirs, or point at this row. */
export function changeMembers(session: Session, list: MemberList, toAdd: readonly Id[], toRemove: readonly Id[]): void {
  const { of, name } = list;
  const id = of.idOf(list.id);
  const idOf = (id: Id) => of.target(name).idOf(id);
  const [added, removed] = [toAdd, toRemove].map((ids) => ids.map(idOf)) as [Id[], Id[]];
  const by = of.heldBy(name);
  if (by === undefined) {
    const changed = changeList(of, id, name, added, removed);
    if (of.isHeldFor(name)) for (const row of of.target(name).ofIds(changed)) of.target(name).change(row, {});
    return;
  }
  const target = of.target(name);
  if (target.spec.relationships.get(by)?.many) {
    const change = (member: Id, added: readonly Id[], removed: readonly Id[]) => {
      const row = target.get(member);
      if (row && changeList(target, member, by, added, removed).length > 0)
        target.change(target.get(member) ?? row, {});
    };
    for (const member of added) change(member, [id], []);
    for (const member of removed) change(member, [], [id]);
    return;
  }
  const isVisible = target.visible(session);
  const pointer = of.pointer(name, id);
  const point = (member: Id, parent: unknown) => {
    const row = target.get(member);
    const change = { [by]: parent };
    if (row && isVisible(row) && !isSame(row[by], parent) && (parent !== null || isSame(row[by], pointer)))
      storing(target, session, { ...row, ...change }, () => target.change(row, change));
  };
  for (const member of added) point(member, pointer);
  for (const member of removed) point(member, null);
}

/** Makes `ids` the members. Members that the caller does not see stay. */
export function replaceMembers(session: Session, relationship: MemberList, ids: readonly Id[]): void {
  const { of, name, id } = relationship;
  const before = of.members(session, of.get(id) ?? {}, name).map((member) => member.id);
  const after = ids.map((each) => of.target(name).idOf(each));
  const removed = before.filter((member) => !after.includes(member));
  changeMembers(session, relationship, after, removed);
}

/** Returns the ids that were not in the list, or are no longer in it. */
function changeList(owner: MemoryRows, id: Id, name: string, added: readonly Id[], removed: readonly Id[]): Id[] {
  const row = owner.get(id);
  if (row === undefined) return [];
  const before = new Set(row[name] as readonly Id[] | undefined); // a to-many
  const after = new Set([...before, ...added].filter((member) => !removed.includes(member)));
  owner.put({ ...row, [name]: [...after] });
  return [...before, ...after].filter((member) => before.has(member) !== after.has(member));
}
