import type { Id, Session } from "../source/store.js";
import type { Rows } from "./rows.js";

/** A to-many of one row. */
export interface MemberList {
  readonly of: Rows;
  readonly name: string;
  readonly id: Id;
}

/** Adds and removes members, which are in a list of this row, in lists of theirs, or point at this row. */
export function changeMembers(session: Session, list: MemberList, toAdd: readonly Id[], toRemove: readonly Id[]): void {
  const { of, name } = list;
  const id = of.idOf(list.id);
  const [added, removed] = [toAdd, toRemove].map((ids) => ids.map((one) => of.target(name).idOf(one))) as [Id[], Id[]];
  const by = of.heldBy(name);
  if (by === undefined) {
    const changed = changeList(of, id, name, added, removed);
    if (of.isHeldFor(name)) for (const row of of.target(name).find(changed)) of.target(name).change(row, {});
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
  const after = ids.map((one) => of.target(name).idOf(one));
  const removed = before.filter((member) => !after.includes(member));
  changeMembers(session, relationship, after, removed);
}

/** Returns the ids that were not in the list, or are no longer in it. */
function changeList(of: Rows, id: Id, name: string, added: readonly Id[], removed: readonly Id[]): Id[] {
  const row = of.get(id);
  if (row === undefined) return [];
  const before = new Set(row[name] as readonly Id[] | undefined);
  const after = new Set([...before, ...added].filter((member) => !removed.includes(member)));
  of.put({ ...row, [name]: [...after] });
  return [...before, ...after].filter((member) => before.has(member) !== after.has(member));
}
