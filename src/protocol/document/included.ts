import { memberOf } from "../../schema/inherited.js";
import type { IncludeNode } from "../../wire/include-tree.js";
import { IncludedRows, IncludedRow, type FollowedRelationship } from "./included-row.js";
import type { ResourceWriter } from "./resource-writer.js";
import { isNested, type RowObject, relatedId } from "./row.js";
import { markedLike } from "../../define/model/next-member.js";
import { RowError } from "./row-error.js";

/** An include tree with the writers of its resources. Responses with the same tree share it. */
export interface IncludePlan {
  readonly follows: readonly FollowedRelationship[];
  /** The writers of the included types, each once. */
  readonly targets: readonly ResourceWriter[];
}

export function planIncludes(writer: ResourceWriter, tree: IncludeNode): IncludePlan {
  const follows = followsOf(writer, tree);
  return { follows, targets: [...new Set(targetsOf(follows))] };
}

function followsOf(writer: ResourceWriter, tree: IncludeNode): readonly FollowedRelationship[] {
  return [...tree.children].flatMap(([name, node]) => {
    const relationship = writer.relationship(name);
    if (relationship === undefined) return [];
    const isRequired = relationship.spec.many || !relationship.spec.allowsAbsent;
    const target = writer.targetOf(relationship);
    return [{ relationship, target, node, isRequired, next: followsOf(target, node) }];
  });
}

function targetsOf(follows: readonly FollowedRelationship[]): ResourceWriter[] {
  return follows.flatMap(({ target, next }) => [target, ...targetsOf(next)]);
}

/** Rows that a handler returned in `included`, by type. */
export type SuppliedRows = Readonly<Record<string, readonly object[]>>;

/**
 * Finds the resources that the include paths reach, each once: rows nested in other rows, rows in `included`, and primary
 * rows. Only linked resources are found, so a document has full linkage (JSON:API 1.1, "Compound Documents").
 */
export class IncludeCollector {
  /** One entry per type. An array, because a document has few types. */
  readonly #types: IncludedRows[] = [];
  readonly #supplied: ReadonlyMap<ResourceWriter, Map<unknown, RowObject[]>> | undefined;
  /** Whether a row lacks linkage that the request includes. Another row of the same resource may have it. */
  #lacksLinkage = false;
  /** The number of resources that are not primary. */
  count = 0;

  constructor(supplied: SuppliedRows | undefined, reachable: ReadonlyMap<string, ResourceWriter>) {
    this.#supplied = supplied && bySupplied(supplied, reachable);
  }

  /** Adds a primary row and returns its entry, or undefined if its resource was added before. */
  primary(writer: ResourceWriter, row: RowObject): IncludedRow | undefined {
    const entries = this.#entriesOf(writer);
    const known = entries?.get(row.id);
    if (known !== undefined) {
      this.#addRow(known, row);
      return undefined;
    }
    return this.#add(new IncludedRow(writer, row.id, row, undefined, undefined), entries);
  }

  /** Follows the include paths from an entry. */
  followFrom(entry: IncludedRow, next: readonly FollowedRelationship[]): void {
    if (next.length === 0 || entry.follows?.includes(next)) return;
    if (entry.follows === undefined) entry.follows = [next];
    else entry.follows.push(next);
    for (const row of entry.rows) this.#follow(entry, row, next);
  }

  /** Throws if the row or the linkage of an included resource is missing. */
  check(): void {
    for (const { all } of this.#types) {
      for (const entry of all) {
        if (entry.rows.length === 0 && entry.linkedFrom && entry.linkedBy) {
          throw missingRow(entry, entry.linkedFrom, entry.linkedBy);
        }
        if (this.#lacksLinkage) requireLinkage(entry);
      }
    }
  }

  /** The resources that are not primary. */
  included(): IncludedRow[] {
    const included: IncludedRow[] = [];
    for (const { all } of this.#types) {
      for (const entry of all) if (!entry.isPrimary) included.push(entry);
    }
    return included;
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
      } else if (row === entry.rows[0] || relatedId(value) === relatedId(firstOf(entry, relationship.name))) {
        this.#reach(value, followed, entry);
      }
    }
  }

  #reach(related: unknown, followed: FollowedRelationship, from: IncludedRow): void {
    const { target } = followed;
    const entries = this.#entriesOf(target);
    const row = isNested(related) ? related : undefined;
    const id = row === undefined ? related : row.id;
    let entry = entries?.get(id);
    if (entry === undefined) {
      entry = this.#add(new IncludedRow(target, id, row, from, followed), entries);
      this.count++;
    } else if (row !== undefined) this.#addRow(entry, row);
    this.followFrom(entry, followed.next);
  }

  #entriesOf(writer: ResourceWriter): IncludedRows | undefined {
    for (const entries of this.#types) if (entries.writer === writer) return entries;
    return undefined;
  }

  #add(entry: IncludedRow, entries: IncludedRows | undefined): IncludedRow {
    if (entries === undefined) this.#types.push(new IncludedRows(entry));
    else entries.add(entry);
    if (this.#supplied !== undefined) this.#addSupplied(entry);
    return entry;
  }

  #addSupplied(entry: IncludedRow): void {
    for (const row of this.#supplied?.get(entry.writer)?.get(entry.id) ?? []) this.#addRow(entry, row);
  }

  #addRow(entry: IncludedRow, row: RowObject): void {
    if (!entry.add(row) || entry.follows === undefined) return;
    for (const next of entry.follows) this.#follow(entry, row, next);
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
    for (const row of rows as readonly RowObject[]) {
      const same = byId.get(row.id);
      if (same === undefined) byId.set(row.id, [row]);
      else same.push(row);
    }
    byWriter.set(writer, byId);
  }
  return byWriter;
}

function requireLinkage({ writer, id, rows, follows = [] }: IncludedRow): void {
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
  from: IncludedRow,
  { relationship, node }: FollowedRelationship,
): RowError {
  const reason = `contains only the id of ${writer.spec.type} ${id}, but include=${node.path} needs its row. Nest the row, or return it in included`;
  return new RowError(from.writer.spec.type, from.id, relationship.name, reason);
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
