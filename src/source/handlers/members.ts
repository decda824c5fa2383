import { type Entry, relationshipOf } from "./registry.js";
import type { SortTerm } from "../types/source.js";

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
