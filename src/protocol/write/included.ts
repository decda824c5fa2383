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
export interface Entry {
  readonly writer: ResourceWriter;
  readonly id: unknown;
  /** Every row that was given for it, the first to be believed first. */
  readonly rows: RowObject[];
  /** The include nodes that are asked of it. */
  readonly asked: Set<IncludeNode>;
  /** What linked to it first; undefined for primary data. */
  readonly linkedFrom: Link | undefined;
}

/** A relationship of a resource, on an include path. */
interface Link {
  readonly entry: Entry;
  readonly name: string;
  readonly path: string;
}

/** Rows that a handler gave beside its primary data, by type. */
export type SuppliedRows = Readonly<Record<string, readonly object[]>>;

/**
 * Finds the resources that the asked include paths reach, each once: nested in rows, supplied beside them, or primary
 * themselves. What is reached is linked, so a document has full linkage by construction (JSON:API 1.1, "Compound Documents").
 */
export class Collector {
  readonly #entries = new Map<ResourceWriter, Map<unknown, Entry>>();
  readonly #supplied = new Map<ResourceWriter, Map<unknown, RowObject[]>>();
  readonly #primary = new Set<Entry>();

  constructor(supplied: SuppliedRows | undefined, reachable: ReadonlyMap<string, ResourceWriter>) {
    for (const [type, rows] of Object.entries(supplied ?? {})) {
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
      this.#supplied.set(writer, byId);
    }
  }

  /** Takes in a primary row, and gives its entry; undefined where it was there already. */
  primary(writer: ResourceWriter, row: RowObject): Entry | undefined {
    const known = this.#entries.get(writer)?.get(row.id);
    const entry = known ?? this.#make(writer, row.id, undefined);
    this.#addRow(entry, row);
    if (known !== undefined) return undefined;
    this.#addSupplied(entry);
    this.#primary.add(entry);
    return entry;
  }

  /** Follows the include paths from an entry. */
  ask(entry: Entry, node: IncludeNode): void {
    if (node.children.size === 0 || entry.asked.has(node)) return;
    entry.asked.add(node);
    for (const row of entry.rows) this.#follow(entry, row, node);
  }

  /** The resources reached that are not primary. Throws where one was asked for and its linkage or row is missing. */
  included(): Entry[] {
    const included: Entry[] = [];
    for (const entries of this.#entries.values()) {
      for (const entry of entries.values()) {
        this.#requireLinkage(entry);
        if (!this.#primary.has(entry)) included.push(entry);
      }
    }
    return included;
  }

  #follow(entry: Entry, row: RowObject, node: IncludeNode): void {
    for (const [name, child] of node.children) {
      const relationship = entry.writer.relationship(name);
      if (relationship === undefined) continue;
      const value = fieldOf(row, name);
      if (value === undefined || value === null) continue;
      if (!relationship.spec.many && relatedId(value) !== relatedId(firstOf(entry, name))) continue;
      const from: Link = { entry, name, path: child.path };
      for (const related of relationship.spec.many ? asList(value) : [value]) {
        this.#reach(related, relationship, child, from);
      }
    }
  }

  #reach(related: unknown, { target }: RelationshipWriter, node: IncludeNode, from: Link): void {
    const id = relatedId(related);
    const known = this.#entries.get(target)?.get(id);
    const entry = known ?? this.#make(target, id, from);
    if (isNested(related)) this.#addRow(entry, related);
    if (known === undefined) this.#addSupplied(entry);
    this.ask(entry, node);
  }

  #make(writer: ResourceWriter, id: unknown, linkedFrom: Link | undefined): Entry {
    const entry: Entry = { writer, id, rows: [], asked: new Set(), linkedFrom };
    const entries = this.#entries.get(writer);
    if (entries === undefined) this.#entries.set(writer, new Map([[id, entry]]));
    else entries.set(id, entry);
    return entry;
  }

  #addSupplied(entry: Entry): void {
    for (const row of this.#supplied.get(entry.writer)?.get(entry.id) ?? []) this.#addRow(entry, row);
  }

  /** Rows may hold each other in circles: each is taken in once. */
  #addRow(entry: Entry, row: RowObject): void {
    if (entry.rows.includes(row)) return;
    entry.rows.push(row);
    for (const node of entry.asked) this.#follow(entry, row, node);
  }

  #requireLinkage(entry: Entry): void {
    const { writer, id, rows, linkedFrom } = entry;
    if (rows.length === 0 && linkedFrom !== undefined) throw notGiven(writer.spec.type, id, linkedFrom);
    for (const node of entry.asked) {
      for (const name of node.children.keys()) {
        const relationship = writer.relationship(name);
        if (relationship === undefined || (!relationship.spec.many && relationship.spec.allowsAbsent)) continue;
        if (rows.every((row) => fieldOf(row, name) === undefined)) {
          throw new RowError(writer.spec.type, id, name, "is missing, and the request asked to include it");
        }
      }
    }
  }
}

/** The mistake that everybody makes once: the row holds an id where the request asked for the resource. */
function notGiven(type: string, id: unknown, { entry, name, path }: Link): RowError {
  const reason = `names ${type} ${id}, which include=${path} asks for, and no row of it was given. Nest it, or put it in included`;
  return new RowError(entry.writer.spec.type, entry.id, name, reason);
}

/** The value that an entry shows for a to-one: what a row names that disagrees would be linked from nowhere. */
function firstOf({ rows }: Entry, name: string): unknown {
  for (const row of rows) {
    const value = fieldOf(row, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The one row that several of a resource make: the first value wins, to-many relationships unite. */
export function mergeRows({ writer, id, rows }: Entry): RowObject {
  const [first, ...others] = rows;
  if (first !== undefined && others.length === 0) return first;
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
