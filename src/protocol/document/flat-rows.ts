import { madeOnce } from "../../schema/made-once.js";
import { parameterError, RequestError } from "../errors/request-error.js";
import { quote } from "../text/json-text.js";
import { type FollowedRelationship, type IncludeCollector, type IncludedRow, mergeRows } from "./includes.js";
import type { RelationshipWriter, RowObject } from "./linkage-writer.js";
import type { ResourceWriter, SelectedFields } from "./resource-writer.js";

export type Follows = readonly FollowedRelationship[];

/** A row with the rows inside it. */
interface Written {
  readonly text: string;
  /** The number of rows inside it. */
  readonly inside: number;
}

/** The limits of included rows. */
interface RowLimits {
  /** Infinite for a write, which is not refused any more: past `maxRows`, rows are written as their ids. */
  readonly maxIncluded: number;
  readonly maxRows?: number;
}

/** A place in the include tree, with what its rows have in common. */
interface Place {
  readonly selection: SelectedFields;
  readonly relationships: readonly {
    readonly relationship: RelationshipWriter;
    /** `,"author":` */
    readonly head: string;
    readonly followed: FollowedRelationship | undefined;
  }[];
  /** A row that is here many times is written once. */
  readonly written: Map<IncludedRow, Written>;
}

/**
 * Writes the rows of one response flat, each with the rows that the request includes inside it. Only included paths are followed, so rows
 * that link each other in a circle come to an end.
 */
export class FlatRows {
  readonly #places = new Map<Follows, Place>();

  constructor(
    readonly collector: IncludeCollector,
    readonly fields: Readonly<Record<string, ReadonlySet<string>>>,
    readonly limits: RowLimits,
  ) {}

  /** Writes rows with commas between them. @param withType Whether each has its type. */
  write(entries: readonly IncludedRow[], follows: Follows, withType: boolean): string {
    let text = "";
    let inside = 0;
    for (const entry of entries) {
      const written = this.#row(entry, follows, withType);
      inside += written.inside;
      this.#fits(inside);
      text += text === "" ? written.text : `,${written.text}`;
    }
    return text;
  }

  #row(entry: IncludedRow, follows: Follows, withType: boolean): Written {
    const place = madeOnce(this.#places, follows, () => this.#place(entry.writer, follows));
    return madeOnce(place.written, entry, () => this.#writeRow(entry, place, withType));
  }

  #place(writer: ResourceWriter, follows: Follows): Place {
    const selection = writer.select(this.fields[writer.spec.type]);
    const relationships = selection.relationships.map((relationship) => ({
      relationship,
      head: `,${quote(relationship.name)}:`,
      followed: follows.find((each) => each.relationship === relationship),
    }));
    return { selection, relationships, written: new Map() };
  }

  #writeRow(entry: IncludedRow, { selection, relationships }: Place, withType: boolean): Written {
    const row = mergeRows(entry);
    let text = entry.writer.writeFlat(row, selection, withType);
    let inside = 0;
    for (const { relationship, head, followed } of relationships) {
      const value = relationship.linkage(row, (related) => {
        const below = followed && this.#related(related, followed, row);
        const count = inside + 1 + (below?.inside ?? 0);
        if (below === undefined || !this.#fits(count)) return relationship.flatId(related, row);
        inside = count;
        return below.text;
      });
      if (value !== undefined) text += head + value;
    }
    return { text: `${text}}`, inside };
  }

  #related(value: unknown, followed: FollowedRelationship, row: RowObject): Written | undefined {
    const related = this.collector.related(value, followed, row);
    return related && this.#row(related.entry, related.next, followed.relationship.spec.targets !== undefined);
  }

  /** Whether so many rows may be written. @throws {RequestError} If they may not, and it is a read. */
  #fits(count: number): boolean {
    const { maxIncluded, maxRows = maxIncluded } = this.limits;
    if (count > maxIncluded) throw tooMany(maxIncluded);
    return count <= maxRows;
  }
}

function tooMany(max: number): RequestError {
  const detail = `include adds more than ${max} rows in plain JSON, which repeats a row wherever it is related. Remove paths, request a smaller page, or accept JSON:API.`;
  return new RequestError([parameterError("invalid_parameter", "include", detail)]);
}
