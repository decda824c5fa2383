import type { IncludeNode } from "../../wire/include-tree.js";
import { MAX_SEARCHED } from "../max-searched.js";
import type { RelationshipWriter } from "./relationship-writer.js";
import type { ResourceWriter } from "./resource-writer.js";
import type { RowObject } from "./row.js";

/** A relationship that an include path follows from a resource. */
export interface FollowedRelationship {
  readonly relationship: RelationshipWriter;
  readonly target: ResourceWriter;
  readonly node: IncludeNode;
  /** Whether a row must contain the relationship if the request includes it. */
  readonly isRequired: boolean;
  /** The relationships that are followed from its target. */
  readonly next: readonly FollowedRelationship[];
}

/** One resource of a document, even if several rows contain it. */
export class IncludedRow {
  readonly writer: ResourceWriter;
  readonly id: unknown;
  /** The first resource that links to it. Undefined for primary data. */
  readonly linkedFrom: IncludedRow | undefined;
  readonly linkedBy: FollowedRelationship | undefined;
  /** The rows for this resource. If they differ, the first one wins. */
  readonly rows: RowObject[];
  /** The relationships to follow from it: one list for each place of the resource in the include tree. */
  follows: (readonly FollowedRelationship[])[] | undefined = undefined;
  #seen: Set<RowObject> | undefined;

  /** @param row Undefined if only the id is known so far. */
  constructor(
    writer: ResourceWriter,
    id: unknown,
    row: RowObject | undefined,
    linkedFrom: IncludedRow | undefined,
    linkedBy: FollowedRelationship | undefined,
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

  /** Adds a row. Returns false if it was added before, because rows may contain each other in cycles. */
  add(row: RowObject): boolean {
    const { rows } = this;
    if (rows.length < MAX_SEARCHED) {
      if (rows.includes(row)) return false;
    } else {
      this.#seen ??= new Set(rows); // thousands of rows may link the same resource
      if (this.#seen.has(row)) return false;
      this.#seen.add(row);
    }
    rows.push(row);
    return true;
  }
}

/** The resources of one type in a document, in the order in which they were found. */
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
    else if (this.all.length > MAX_SEARCHED) this.#byId = new Map(this.all.map((entry) => [entry.id, entry]));
  }
}
