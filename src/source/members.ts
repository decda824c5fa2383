import { withMore } from "../define/model/with-more.js";
import type { CursorCodec } from "./cursor.js";
import { orderOf } from "./order.js";
import { type Entry, type Registry, relationshipOf } from "./registry.js";
import type { SortTerm } from "./source.js";
import type { Id } from "./store.js";

/** The most members per row of a to-many that states neither a `limit` nor a `fanOut`. */
const MOST_MEMBERS = 1000;

/** The most members per row of a to-many relationship. */
export function mostMembers(entry: Entry, name: string): number {
  return entry.store.relationship(name)?.limit ?? relationshipOf(entry, name).fanOut ?? MOST_MEMBERS;
}

/** The order of a list of related resources, if a request states none. */
export function relatedOrder(entry: Entry, name: string, target: Entry): readonly SortTerm[] {
  return entry.store.relationship(name)?.orderBy ?? target.orderBy;
}

/** Cuts lists of members, which were read with one member more than they may have. */
export class MemberCutter {
  constructor(
    readonly registry: Registry,
    readonly cursors: CursorCodec,
  ) {}

  /** @param idOf The id of a member. */
  async cut<T>(entry: Entry, name: string, members: T[], idOf: (member: T) => Id): Promise<T[]> {
    const most = mostMembers(entry, name);
    if (members.length <= most) return members;
    const kept = members.slice(0, most);
    const target = this.registry.get(relationshipOf(entry, name).target);
    const stored = entry.store.relationship(name);
    // In another order than the related list's, the members that are missing there are not those after a position.
    if (stored?.isOrdered ? stored.orderBy === undefined : target.orderBy.length > 0) return withMore(kept, {});
    const order = orderOf(this.registry, target.spec.type, stored?.orderBy ?? []);
    const last = order.length === 1 ? kept.at(-1) : undefined; // of a member, only the id is known
    const cursor = last && (await this.cursors.encode(order, [target.store.idKey(idOf(last))], false));
    return withMore(kept, { offset: most, cursor });
  }
}
