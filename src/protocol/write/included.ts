import type { IncludeNode } from "../query/include-tree.js";
import {
  fieldOf,
  isNested,
  type RelationshipWriter,
  type ResourceWriter,
  type RowObject,
  relatedId,
} from "./resource-writer.js";
import { RowError } from "./row-error.js";

/** One resource of a document, however often the rows hold it. */
export class Entry {
  readonly writer: ResourceWriter;
  readonly id: unknown;
  readonly isPrimary: boolean;
  /** What linked to it first; undefined for primary data. */
  readonly linkedFrom: Entry | undefined;
  readonly linkedBy: Followed | undefined;
  /** Every row that was given for it, the first to be believed first. */
  readonly rows: RowObject[] = [];
  /** What is followed from it: one list for each place of the tree where it stands, which is seldom more than one. */
  asked: (readonly Followed[])[] | undefined;
  #seen: Set<RowObject> | undefined;

  constructor(writer: ResourceWriter, id: unknown, linkedFrom: Entry | undefined, linkedBy: Followed | undefined) {
    this.writer = writer;
    this.id = id;
    this.isPrimary = linkedFrom === undefined;
    this.linkedFrom = linkedFrom;
    this.linkedBy = linkedBy;
  }

  /** Takes in a row; false where it was there already: rows may hold each other in circles. */
  add(row: RowObject): boolean {
    const { rows } = this;
    // A set costs more than a look at a few rows, and far less than one at the thousands that may name one user.
    if (rows.length < 8) {
      if (rows.includes(row)) return false;
    } else {
      this.#seen ??= new Set(rows);
      if (this.#seen.has(row)) return false;
      this.#seen.add(row);
    }
    rows.push(row);
    return true;
  }
}

/** A relationship that an include path follows from a resource. */
export interface Followed {
  readonly relationship: RelationshipWriter;
  readonly node: IncludeNode;
  /** Whether a row must hold it, once it is asked for. */
  readonly isRequired: boolean;
  /** What is followed from its target in turn. */
  readonly next: readonly Followed[];
}

/** Resolves an include tree for what writes its resources: the same for every answer that shows it. */
export function planIncludes(writer: ResourceWriter, tree: IncludeNode): readonly Followed[] {
  return [...tree.children].flatMap(([name, node]) => {
    const relationship = writer.relationship(name);
    if (relationship === undefined) return [];
    const isRequired = relationship.spec.many || !relationship.spec.allowsAbsent;
    return [{ relationship, node, isRequired, next: planIncludes(relationship.target, node) }];
  });
}

/** Rows that a handler gave beside its primary data, by type. */
export type SuppliedRows = Readonly<Record<string, readonly object[]>>;

/**
 * Finds the resources that the asked include paths reach, each once: nested in rows, supplied beside them, or primary
 * themselves. What is reached is linked, so a document has full linkage by construction (JSON:API 1.1, "Compound Documents").
 */
export class Collector {
  readonly #entries = new Map<ResourceWriter, Map<unknown, Entry>>();
  readonly #supplied: ReadonlyMap<ResourceWriter, Map<unknown, RowObject[]>> | undefined;
  /** Whether a row lacked what the request asked of it: another row of its resource may have it. */
  #isLacking = false;

  constructor(supplied: SuppliedRows | undefined, reachable: ReadonlyMap<string, ResourceWriter>) {
    this.#supplied = supplied && bySupplied(supplied, reachable);
  }

  /** Takes in a primary row, and gives its entry; undefined where it was there already. */
  primary(writer: ResourceWriter, row: RowObject): Entry | undefined {
    const entries = this.#entriesOf(writer);
    const known = entries.get(row.id);
    if (known !== undefined) {
      this.#addRow(known, row);
      return undefined;
    }
    const entry = new Entry(writer, row.id, undefined, undefined);
    entries.set(row.id, entry);
    this.#addRow(entry, row);
    this.#addSupplied(entry);
    return entry;
  }

  /** Follows the include paths from an entry. */
  ask(entry: Entry, next: readonly Followed[]): void {
    if (next.length === 0 || entry.asked?.includes(next)) return;
    if (entry.asked === undefined) entry.asked = [next];
    else entry.asked.push(next);
    for (const row of entry.rows) this.#follow(entry, row, next);
  }

  /** The resources reached that are not primary. Throws where one was asked for and its linkage or row is missing. */
  included(): Entry[] {
    const included: Entry[] = [];
    for (const entries of this.#entries.values()) {
      for (const entry of entries.values()) {
        if (entry.rows.length === 0 && entry.linkedFrom && entry.linkedBy) {
          throw notGiven(entry, entry.linkedFrom, entry.linkedBy);
        }
        if (this.#isLacking) requireLinkage(entry);
        if (!entry.isPrimary) included.push(entry);
      }
    }
    return included;
  }

  #follow(entry: Entry, row: RowObject, next: readonly Followed[]): void {
    for (const followed of next) {
      const { relationship } = followed;
      const value = fieldOf(row, relationship.name);
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

  #reach(related: unknown, followed: Followed, from: Entry): void {
    const { target } = followed.relationship;
    const entries = this.#entriesOf(target);
    const id = relatedId(related);
    let entry = entries.get(id);
    if (entry === undefined) {
      entry = new Entry(target, id, from, followed);
      entries.set(id, entry);
      if (isNested(related)) this.#addRow(entry, related);
      this.#addSupplied(entry);
    } else if (isNested(related)) this.#addRow(entry, related);
    this.ask(entry, followed.next);
  }

  #entriesOf(writer: ResourceWriter): Map<unknown, Entry> {
    let entries = this.#entries.get(writer);
    if (entries === undefined) {
      entries = new Map();
      this.#entries.set(writer, entries);
    }
    return entries;
  }

  #addSupplied(entry: Entry): void {
    if (this.#supplied === undefined) return;
    for (const row of this.#supplied.get(entry.writer)?.get(entry.id) ?? []) this.#addRow(entry, row);
  }

  #addRow(entry: Entry, row: RowObject): void {
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

function requireLinkage({ writer, id, rows, asked = [] }: Entry): void {
  for (const { relationship, isRequired } of asked.flat()) {
    const { name } = relationship;
    if (isRequired && rows.every((row) => fieldOf(row, name) === undefined)) {
      throw new RowError(writer.spec.type, id, name, "is missing, and the request asked to include it");
    }
  }
}

/** The mistake that everybody makes once: the row holds an id where the request asked for the resource. */
function notGiven({ writer, id }: Entry, from: Entry, { relationship, node }: Followed): RowError {
  const reason = `names ${writer.spec.type} ${id}, which include=${node.path} asks for, and no row of it was given. Nest it, or put it in included`;
  return new RowError(from.writer.spec.type, from.id, relationship.name, reason);
}

/** The value that an entry shows for a to-one: what a row names that disagrees would be linked from nowhere. */
function firstOf({ rows }: Entry, name: string): unknown {
  for (const row of rows) {
    const value = fieldOf(row, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The one row that several of a resource make: the first value wins, to-many relationships unite. */
export function mergeRows({ writer, id, rows }: Entry): RowObject {
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
