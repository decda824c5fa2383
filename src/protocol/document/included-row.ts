import type { IncludeNode } from "../include-tree.js";
import { FEW } from "../few.js";
import type { RelationshipWriter } from "./relationship-writer.js";
import type { ResourceWriter } from "./resource-writer.js";
import type { RowObject } from "./row.js";

/** A relationship that an include path follows from a resource. */
export interface Followed {
  readonly relationship: RelationshipWriter;
  readonly target: ResourceWriter;
  readonly node: IncludeNode;
  /** Whether a row must hold it, once it is asked for. */
  readonly isRequired: boolean;
  /** What is followed from its target in turn. */
  readonly next: readonly Followed[];
}

/** One resource of a document, however often the rows hold it. */
export class IncludedRow {
  readonly writer: ResourceWriter;
  readonly id: unknown;
  /** What linked to it first; undefined for primary data. */
  readonly linkedFrom: IncludedRow | undefined;
  readonly linkedBy: Followed | undefined;
  /** Every row that was given for it, the first to be believed first. */
  readonly rows: RowObject[];
  /** What is followed from it: one list for each place of the tree where it stands, which is seldom more than one. */
  asked: (readonly Followed[])[] | undefined = undefined;
  #seen: Set<RowObject> | undefined;

  /** @param row Undefined where what links to it only names it. */
  constructor(
    writer: ResourceWriter,
    id: unknown,
    row: RowObject | undefined,
    linkedFrom: IncludedRow | undefined,
    linkedBy: Followed | undefined,
  ) {
    this.writer = writer;
    this.id = id;
    this.rows = row === undefined ? [] : [row];
    this.linkedFrom = linkedFrom;
    this.linkedBy = linkedBy;
  }

  get isPrimary(): boolean {
    return this.linkedFrom === undefined;
  }

  /** Takes in a row; false where it was there already: rows may hold each other in circles. */
  add(row: RowObject): boolean {
    const { rows } = this;
    if (rows.length < FEW) {
      if (rows.includes(row)) return false;
    } else {
      this.#seen ??= new Set(rows); // thousands of rows may name one user
      if (this.#seen.has(row)) return false;
      this.#seen.add(row);
    }
    rows.push(row);
    return true;
  }
}

/** The resources of one type in a document, in the order in which they were reached. */
export class IncludedRows {
  readonly writer: ResourceWriter;
  readonly all: IncludedRow[];
  #byId: Map<unknown, IncludedRow> | undefined;

  constructor(first: IncludedRow) {
    this.writer = first.writer;
    this.all = [first];
  }

  get(id: unknown): IncludedRow | undefined {
    if (this.#byId !== undefined) return this.#byId.get(id);
    for (const entry of this.all) if (entry.id === id) return entry;
    return undefined;
  }

  add(entry: IncludedRow): void {
    this.all.push(entry);
    if (this.#byId !== undefined) this.#byId.set(entry.id, entry);
    else if (this.all.length > FEW) this.#byId = new Map(this.all.map((entry) => [entry.id, entry]));
  }
}
