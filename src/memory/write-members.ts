import type { Id, Session } from "../source/store.js";
import type { Rows } from "./rows.js";

/** A to-many of one row. */
export interface MemberList {
  readonly of: Rows;
  readonly name: string;
  readonly id: Id;
}

/** Adds and removes members, which are in a list of this row, in lists of theirs, or point at this row. */
export function changeMembers(
  session: Session,
  { of, name, id }: MemberList,
  added: readonly Id[],
  removed: readonly Id[],
): void {
  const by = of.heldBy(name);
  if (by === undefined) {
    changeList(of, id, name, added, removed);
    return;
  }
  const target = of.target(name);
  if (target.spec.relationships.get(by)?.many) {
    for (const member of added) changeList(target, member, by, [id], []);
    for (const member of removed) changeList(target, member, by, [], [id]);
    return;
  }
  const isVisible = target.visible(session);
  const point = (member: Id, parent: Id) => {
    const row = target.get(member);
    if (row && isVisible(row) && row[by] !== parent && (parent !== null || row[by] === id))
      target.change(row, { [by]: parent });
  };
  for (const member of added) point(member, id);
  for (const member of removed) point(member, null);
}

/** Makes `ids` the members. Members that the caller does not see stay. */
export function replaceMembers(session: Session, relationship: MemberList, ids: readonly Id[]): void {
  const { of, name, id } = relationship;
  const before = of.members(session, of.get(id) ?? {}, name).map((member) => member.id);
  const removed = before.filter((member) => !ids.includes(member));
  changeMembers(session, relationship, ids, removed);
}

function changeList(of: Rows, id: Id, name: string, added: readonly Id[], removed: readonly Id[]): void {
  const row = of.get(id);
  if (row === undefined) return;
  const before = ((row[name] ?? []) as readonly Id[]).filter((member) => !removed.includes(member));
  of.put({ ...row, [name]: [...new Set([...before, ...added])] });
}
