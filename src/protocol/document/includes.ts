import { markedLike } from "../../define/model/with-more.js";
import { madeOnce } from "../../schema/made-once.js";
import { memberOf } from "../../schema/own-members.js";
import type { IncludeNode } from "../../wire/include-path.js";
import { MAX_SEARCHED } from "../max-searched.js";
import { relatedId, type RelationshipWriter, type RowObject } from "./linkage-writer.js";
import type { ResourceWriter } from "./resource-writer.js";
import { RowError } from "./row-error.js";

/** A relationship that an include path follows from a resource. */
export interface FollowedRelationship {
  readonly relationship: RelationshipWriter;
  readonly node: IncludeNode;
  /** Whether a row must contain the relationship if the request includes it. */
  readonly isRequired: boolean;
  /** Its target, or its targets if it leads to several types, and the relationships that are followed from each. */
  readonly targets: readonly { readonly target: ResourceWriter; readonly next: readonly FollowedRelationship[] }[];
}

/** An include tree with the writers of its resources. Responses with the same tree share it. */
export interface IncludePlan {
  readonly follows: readonly FollowedRelationship[];
  /** The writers of the included types, each once. */
  readonly targets: readonly ResourceWriter[];
}

export function planIncludes(writer: ResourceWriter, tree: IncludeNode): IncludePlan {
  const targets = new Set<ResourceWriter>();
  return { follows: followsOf(writer, tree, targets), targets: [...targets] };
}

function followsOf(
  writer: ResourceWriter,
  tree: IncludeNode,
  targets: Set<ResourceWriter>,
): readonly FollowedRelationship[] {
  return [...tree.children].flatMap(([name, node]) => {
    const relationship = writer.relationship(name);
    if (relationship === undefined) return [];
    const isRequired = relationship.spec.many || !relationship.spec.allowsAbsent;
    const followed = writer.targetsOf(relationship).map((target) => {
      targets.add(target);
      return { target, next: followsOf(target, node, targets) };
    });
    return [{ relationship, node, isRequired, targets: followed }];
  });
}

/** Sparse fieldsets by type. */
type FieldSets = Readonly<Record<string, ReadonlySet<string>>>;

/** Rows that a handler returned in `included`, by type. */
export type SuppliedRows = Readonly<Record<string, readonly object[]>>;

/** One resource of a document, even if several rows contain it. */
export interface IncludedRow {
  readonly writer: ResourceWriter;
  readonly id: unknown;
  /** The first resource that links to it. Undefined for primary data. */
  readonly linkedFrom: IncludedRow | undefined;
  readonly linkedBy: FollowedRelationship | undefined;
  /** The rows for this resource. If they differ, the first one wins. */
  readonly rows: RowObject[];
  /** The same rows, once there are many: thousands of rows may link the same resource. */
  seen: Set<RowObject> | undefined;
  /** The relationships to follow from it: one list for each place of the resource in the include tree. */
  readonly follows: (readonly FollowedRelationship[])[];
}

/**
 * Finds the resources that the include paths reach, each once: rows nested in other rows, rows in `included`, and primary
 * rows. Only linked resources are found, so a document has full linkage (JSON:API 1.1, "Compound Documents").
 */
export class IncludeCollector {
  /** The resources of each type by id, in the order in which they are reached. */
  readonly #types = new Map<ResourceWriter, Map<unknown, IncludedRow>>();
  readonly #supplied: ReadonlyMap<ResourceWriter, Map<unknown, RowObject[]>> | undefined;
  /** Whether a row lacks linkage that the request includes. Another row of the same resource may have it. */
  #lacksLinkage = false;
  readonly #fields: FieldSets;

  /** @param fields The fields that the request wants, by type. */
  constructor(supplied: SuppliedRows | undefined, reachable: ReadonlyMap<string, ResourceWriter>, fields: FieldSets) {
    this.#fields = fields;
    this.#supplied = supplied && bySupplied(supplied, reachable);
  }

  /** Adds the primary rows, and what the include paths reach from them. Returns the primary resources, each once. */
  collect(writer: ResourceWriter, rows: readonly RowObject[], follows: IncludePlan["follows"]): IncludedRow[] {
    const primary: IncludedRow[] = [];
    for (const row of rows) {
      const entry = this.#types.get(writer)?.get(row.id);
      if (entry === undefined) primary.push(this.#add(writer, row.id, row, undefined, undefined));
      else this.#addRow(entry, row);
    }
    for (const entry of primary) this.#followAll(entry, follows);
    return primary;
  }

  /** The resource that a relationship of a row leads to, and the relationships to follow from it. */
  related(value: unknown, { relationship, targets }: FollowedRelationship, row: RowObject) {
    const type = relationship.spec.targets && relationship.typeOf(value, row);
    const found = type === undefined ? targets[0] : targets.find(({ target }) => target.spec.type === type);
    const entry = found && this.#types.get(found.target)?.get(relatedId(value));
    return entry && { entry, next: found.next };
  }

  /** The resources that are not primary. Throws if the row or the linkage of one is missing. */
  included(): IncludedRow[] {
    const included: IncludedRow[] = [];
    for (const entries of this.#types.values()) {
      for (const entry of entries.values()) {
        if (entry.linkedFrom !== undefined) included.push(entry);
        if (entry.rows.length === 0 && entry.linkedFrom && entry.linkedBy)
          this.#addBare(entry, entry.linkedFrom, entry.linkedBy);
        if (this.#lacksLinkage) requireLinkage(entry);
      }
    }
    return included;
  }

  /** Of several types, a row from which the request wants no field looks like its identifier. */
  #addBare(entry: IncludedRow, holder: IncludedRow, followed: FollowedRelationship): void {
    const { writer, id } = entry;
    const isBare = followed.relationship.spec.targets && writer.isBare(this.#fields[writer.spec.type]);
    if (!isBare) throw missingRow(entry, holder, followed);
    this.#addRow(entry, { id });
  }

  #followAll(entry: IncludedRow, next: readonly FollowedRelationship[]): void {
    if (next.length === 0 || entry.follows.includes(next)) return;
    entry.follows.push(next);
    for (const row of entry.rows) this.#follow(entry, row, next);
  }

  #follow(entry: IncludedRow, row: RowObject, next: readonly FollowedRelationship[]): void {
    for (const followed of next) {
      const { relationship } = followed;
      const value = relationship.valueIn(row);
      if (value === undefined) {
        if (followed.isRequired) this.#lacksLinkage = true;
      } else if (value === null) {
        // Nothing is related.
      } else if (relationship.spec.many) {
        if (Array.isArray(value)) for (const related of value) this.#reach(related, followed, entry);
      } else if (row === entry.rows[0] || isSame(value, firstOf(entry, relationship.name), relationship)) {
        this.#reach(value, followed, entry);
      }
    }
  }

  #reach(related: unknown, followed: FollowedRelationship, holder: IncludedRow): void {
    let row = related !== null && typeof related === "object" ? (related as RowObject) : undefined; // only declared names are read
    const id = row === undefined ? related : row.id;
    let [found] = followed.targets;
    if (followed.relationship.spec.targets !== undefined) {
      const type = followed.relationship.typeOf(related, holder.rows[0] ?? { id: holder.id });
      found = followed.targets.find(({ target }) => target.spec.type === type);
      if (Object.keys(row ?? {}).length <= 2) row = undefined; // a type and an id
    }
    if (found === undefined) return; // there is one for each type
    let entry = this.#types.get(found.target)?.get(id);
    if (entry === undefined) entry = this.#add(found.target, id, row, holder, followed);
    else if (row !== undefined) this.#addRow(entry, row);
    this.#followAll(entry, found.next);
  }

  /** @param row Undefined if only the id was in the row that links to it. */
  #add(
    writer: ResourceWriter,
    id: unknown,
    row: RowObject | undefined,
    linkedFrom: IncludedRow | undefined,
    linkedBy: FollowedRelationship | undefined,
  ): IncludedRow {
    const rows = row === undefined ? [] : [row];
    const entry: IncludedRow = { writer, id, linkedFrom, linkedBy, rows, seen: undefined, follows: [] };
    const entries = this.#types.get(writer);
    if (entries === undefined) this.#types.set(writer, new Map([[id, entry]]));
    else entries.set(id, entry);
    if (this.#supplied !== undefined) {
      for (const row of this.#supplied.get(writer)?.get(id) ?? []) this.#addRow(entry, row);
    }
    return entry;
  }

  /** Adds a row to its resource, unless it was added before: rows may contain each other in cycles. */
  #addRow(entry: IncludedRow, row: RowObject): void {
    const { rows, follows } = entry;
    if (rows.length < MAX_SEARCHED) {
      if (rows.includes(row)) return;
    } else {
      entry.seen ??= new Set(rows);
      if (entry.seen.has(row)) return;
      entry.seen.add(row);
    }
    rows.push(row);
    for (const next of follows) this.#follow(entry, row, next);
  }
}

function bySupplied(supplied: SuppliedRows, reachable: ReadonlyMap<string, ResourceWriter>) {
  const byWriter = new Map<ResourceWriter, Map<unknown, RowObject[]>>();
  for (const [type, rows] of Object.entries(supplied)) {
    const writer = reachable.get(type);
    if (writer === undefined) {
      throw new TypeError(
        `respond: included has rows of "${type}", but no declared include leads to that type. Allowed types: ${[...reachable.keys()].join(", ")}.`,
      );
    }
    const byId = new Map<unknown, RowObject[]>();
    for (const row of rows as readonly RowObject[]) madeOnce(byId, row.id, () => []).push(row); // only declared names are read
    byWriter.set(writer, byId);
  }
  return byWriter;
}

function requireLinkage({ writer, id, rows, follows }: IncludedRow): void {
  for (const { relationship, isRequired } of follows.flat()) {
    const { name } = relationship;
    if (isRequired && rows.every((row) => memberOf(row, name) === undefined)) {
      throw new RowError(writer.spec.type, id, name, "is missing, but the request includes it");
    }
  }
}

/** The error for a row that contains only an id where the request includes the resource. */
function missingRow(
  { writer, id }: IncludedRow,
  holder: IncludedRow,
  { relationship, node }: FollowedRelationship,
): RowError {
  const reason = `contains only the id of ${writer.spec.type} ${id}, but include=${node.path} needs its row. Nest the row, or return it in included`;
  return new RowError(holder.writer.spec.type, holder.id, relationship.name, reason);
}

/** Whether two values of a to-one are the same resource. */
function isSame(one: unknown, other: unknown, { spec }: RelationshipWriter): boolean {
  if (relatedId(one) !== relatedId(other)) return false;
  return spec.targets === undefined || (one as RowObject).type === (other as RowObject).type; // of several types, both are objects
}

/** The value that is written for a to-one. Other values are not followed, because nothing in the document would link them. */
function firstOf({ rows }: IncludedRow, name: string): unknown {
  for (const row of rows) {
    const value = memberOf(row, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Merges the rows of a resource: the first value wins, and to-many relationships are concatenated. */
export function mergeRows({ writer, id, rows }: IncludedRow): RowObject {
  const [first] = rows;
  if (first !== undefined && rows.length === 1) return first;
  // Spreading would miss accessors on the prototype of a class.
  const merged: Record<string, unknown> = { id };
  for (const row of rows) {
    for (const name of writer.spec.attributes.keys()) {
      if (memberOf(merged, name) === undefined) merged[name] = memberOf(row, name);
    }
    for (const { name, spec } of writer.relationships) {
      const [known, more] = [memberOf(merged, name), memberOf(row, name)];
      if (known === undefined) merged[name] = more;
      else if (spec.many && Array.isArray(known) && Array.isArray(more))
        merged[name] = markedLike(markedLike([...known, ...more], more), known);
    }
  }
  return merged;
}
