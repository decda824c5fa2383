import type { Sort } from "../../define/sort.js";
import type { Problem } from "../problem.js";
import type { IncludeNode } from "./include-tree.js";

/** What a query string means for one operation: what its handler gets, and what the answer is shaped by. */
export interface Query {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly sort: readonly Sort[];
  readonly page: unknown;
  /** A flag a declared path. */
  readonly include: Readonly<Record<string, boolean>>;
  /** The include paths as a tree; undefined when the request has no `include` at all. */
  readonly includeTree: IncludeNode | undefined;
  /** Sparse fieldsets by type. */
  readonly fields: Readonly<Record<string, ReadonlySet<string>>>;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** A query while it is read. */
export class Draft implements Query {
  readonly filter: Record<string, unknown> = {};
  readonly extra: Record<string, unknown> = {};
  /** Without a prototype: it is looked up by type, and a type may be called `constructor`. */
  readonly fields: Record<string, ReadonlySet<string>> = Object.create(null);
  sort: readonly Sort[] = [];
  page: unknown = undefined;
  /** The members of page, where it has some. */
  readonly pageMembers: Record<string, unknown> = {};
  include: Readonly<Record<string, boolean>>;
  includeTree: IncludeNode | undefined = undefined;
  readonly problems: Problem[] = [];

  constructor(noIncludes: Readonly<Record<string, boolean>>) {
    this.include = noIncludes;
  }
}

/** A query parameter of one operation. */
export interface Parameter {
  /** As it stands in a URL, decoded: `filter[title][contains]`. */
  readonly name: string;
  /** Reads its text into the draft, or adds what is wrong with it. */
  read(text: string, draft: Draft): void;
  /** Fills in what its absence means, or adds that it is missing. */
  absent(draft: Draft): void;
}
