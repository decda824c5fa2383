import type { IncludeNode } from "../include-tree.js";
import { IncludedRows, IncludedRow, type Followed } from "./included-row.js";
import type { ResourceWriter } from "./resource-writer.js";
import { fieldOf, isNested, type RowObject, relatedId } from "./row.js";
import { RowError } from "./row-error.js";

/** What an include tree means for what writes its resources: the same for every answer that shows it. */
export interface IncludePlan {
  readonly follows: readonly Followed[];
  /** The writers of what it reaches, each once. */
  readonly targets: readonly ResourceWriter[];
}

export function planIncludes(writer: ResourceWriter, tree: IncludeNode): IncludePlan {
  const follows = followsOf(writer, tree);
  return { follows, targets: [...new Set(targetsOf(follows))] };
}

function followsOf(writer: ResourceWriter, tree: IncludeNode): readonly Followed[] {
  return [...tree.children].flatMap(([name, node]) => {
    const relationship = writer.relationship(name);
    if (relationship === undefined) return [];
    const isRequired = relationship.spec.many || !relationship.spec.allowsAbsent;
    const target = writer.targetOf(relationship);
    return [{ relationship, target, node, isRequired, next: followsOf(target, node) }];
  });
}

function targetsOf(follows: readonly Followed[]): ResourceWriter[] {
  return follows.flatMap(({ target, next }) => [target, ...targetsOf(next)]);
}

/** Rows that a handler gave beside its primary data, by type. */
export type SuppliedRows = Readonly<Record<string, readonly object[]>>;

/**
 * Finds the resources that the asked include paths reach, each once: nested in rows, supplied beside them, or primary
 * themselves. What is reached is linked, so a document has full linkage by construction (JSON:API 1.1, "Compound Documents").
 */
export class IncludeCollector {
  /** One for each type, of which there are few: a map of them would cost a small document more than it gives. */
  readonly #types: IncludedRows[] = [];
  readonly #supplied: ReadonlyMap<ResourceWriter, Map<unknown, RowObject[]>> | undefined;
  /** Whether a row lacked what the request asked of it: another row of its resource may have it. */
  #isLacking = false;
  /** How many resources were reached that are not primary. */
  count = 0;

  constructor(supplied: SuppliedRows | undefined, reachable: ReadonlyMap<string, ResourceWriter>) {
    this.#supplied = supplied && bySupplied(supplied, reachable);
  }

  /** Takes in a primary row, and gives its entry; undefined where it was there already. */
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
  ask(entry: IncludedRow, next: readonly Followed[]): void {
    if (next.length === 0 || entry.asked?.includes(next)) return;
    if (entry.asked === undefined) entry.asked = [next];
    else entry.asked.push(next);
    for (const row of entry.rows) this.#follow(entry, row, next);
  }

  /** Throws where a resource was asked for and its linkage or row is missing. */
  check(): void {
    for (const { all } of this.#types) {
      for (const entry of all) {
        if (entry.rows.length === 0 && entry.linkedFrom && entry.linkedBy) {
          throw notGiven(entry, entry.linkedFrom, entry.linkedBy);
        }
        if (this.#isLacking) requireLinkage(entry);
      }
    }
  }

  /** The resources reached that are not primary. */
  included(): IncludedRow[] {
    const included: IncludedRow[] = [];
    for (const { all } of this.#types) {
      for (const entry of all) if (!entry.isPrimary) included.push(entry);
    }
    return included;
  }

  #follow(entry: IncludedRow, row: RowObject, next: readonly Followed[]): void {
    for (const followed of next) {
      const { relationship } = followed;
      const value = relationship.valueIn(row);
      if (value === undefined) {
        if (followed.isRequired) this.#isLacking = true;
      } else if (value === null) {
        // Nothing is related.
      } else if (relationship.spec.many) {
        if (Array.isArray(value)) for (const related of value) this.#reach(related, followed, entry);
      } else if (row === entry.rows[0] || relatedId(value) === relatedId(firstOf(entry, relationship.name))) {
        this.#reach(value, followed, entry);
      }
    }
  }

  #reach(related: unknown, followed: Followed, from: IncludedRow): void {
    const { target } = followed;
    const entries = this.#entriesOf(target);
    const row = isNested(related) ? related : undefined;
    const id = row === undefined ? related : row.id;
    let entry = entries?.get(id);
    if (entry === undefined) {
      entry = this.#add(new IncludedRow(target, id, row, from, followed), entries);
      this.count++;
    } else if (row !== undefined) this.#addRow(entry, row);
    this.ask(entry, followed.next);
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
    if (!entry.add(row) || entry.asked === undefined) return;
    for (const next of entry.asked) this.#follow(entry, row, next);
  }
}

function bySupplied(supplied: SuppliedRows, reachable: ReadonlyMap<string, ResourceWriter>) {
  const byWriter = new Map<ResourceWriter, Map<unknown, RowObject[]>>();
  for (const [type, rows] of Object.entries(supplied)) {
    const writer = reachable.get(type);
    if (writer === undefined) {
      throw new TypeError(
        `respond: included has rows of "${type}", which no declared include reaches. Reached: ${[...reachable.keys()].join(", ")}.`,
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

function requireLinkage({ writer, id, rows, asked = [] }: IncludedRow): void {
  for (const { relationship, isRequired } of asked.flat()) {
    const { name } = relationship;
    if (isRequired && rows.every((row) => fieldOf(row, name) === undefined)) {
      throw new RowError(writer.spec.type, id, name, "is missing, and the request asked to include it");
    }
  }
}

/** The mistake that everybody makes once: the row holds an id where the request asked for the resource. */
function notGiven({ writer, id }: IncludedRow, from: IncludedRow, { relationship, node }: Followed): RowError {
  const reason = `names ${writer.spec.type} ${id}, which include=${node.path} asks for, and no row of it was given. Nest it, or put it in included`;
  return new RowError(from.writer.spec.type, from.id, relationship.name, reason);
}

/** The value that an entry shows for a to-one: what a row names that disagrees would be linked from nowhere. */
function firstOf({ rows }: IncludedRow, name: string): unknown {
  for (const row of rows) {
    const value = fieldOf(row, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The one row that several of a resource make: the first value wins, to-many relationships unite. */
export function mergeRows({ writer, id, rows }: IncludedRow): RowObject {
  const [first] = rows;
  if (first !== undefined && rows.length === 1) return first;
  // By declared names, not by spreading: a row may be an object of a class, whose columns are its prototype's accessors.
  const merged: Record<string, unknown> = { id };
  for (const row of rows) {
    for (const name of writer.spec.attributes.keys()) {
      if (fieldOf(merged, name) === undefined) merged[name] = fieldOf(row, name);
    }
    for (const { name, spec } of writer.relationships) {
      const [ours, theirs] = [fieldOf(merged, name), fieldOf(row, name)];
      if (ours === undefined) merged[name] = theirs;
      else if (spec.many && Array.isArray(ours) && Array.isArray(theirs)) merged[name] = [...ours, ...theirs];
    }
  }
  return merged;
}
