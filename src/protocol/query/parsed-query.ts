import type { z } from "zod";
import type { QueryValue } from "../../schema/query-value.js";
import type { Sort } from "../../define/types/sort.js";
import type { ErrorObject } from "../errors/request-error.js";
import type { IncludeNode } from "../include-tree.js";

/** What a query string means for one operation: what its handler gets, and what the answer is shaped by. */
export interface ParsedQuery {
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
  /** What follows the path in the URL of the answer itself: empty, or a `?` and the query. Nothing in it needs an escape in JSON. */
  readonly inUrl: string;
}

// Without a prototype: it is looked up by type, and a type may be called `constructor`.
const NO_FIELDS: Readonly<Record<string, ReadonlySet<string>>> = Object.freeze(Object.create(null));

/** A query while it is read. */
export class QueryBuilder implements ParsedQuery {
  readonly filter: Record<string, unknown> = {};
  readonly extra: Record<string, unknown> = {};
  fields: Readonly<Record<string, ReadonlySet<string>>> = NO_FIELDS;
  sort: readonly Sort[] = [];
  page: unknown = undefined;
  /** The members of page, where it has some. */
  readonly pageMembers: Record<string, unknown> = {};
  include: Readonly<Record<string, boolean>>;
  includeTree: IncludeNode | undefined = undefined;
  inUrl = "";
  readonly problems: ErrorObject[] = [];

  constructor(noIncludes: Readonly<Record<string, boolean>>) {
    this.include = noIncludes;
  }

  setFields(type: string, names: ReadonlySet<string>): void {
    const fields: Record<string, ReadonlySet<string>> = Object.assign(Object.create(null), this.fields);
    fields[type] = names;
    this.fields = fields;
  }
}

/** What a parameter takes, for whoever describes the API: the very values that `read` judges by. */
export type ParameterDescription =
  | ValueDescription
  | IntegerDescription
  | SortDescription
  | IncludesDescription
  | FieldsDescription;

/** A value with a schema of its own. */
export interface ValueDescription {
  readonly takes: "value";
  readonly schema: z.ZodType;
  readonly value: QueryValue;
}

export interface IntegerDescription {
  readonly takes: "integer";
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

/** A comma list of keys, no name twice; undefined where any name goes. */
export interface SortDescription {
  readonly takes: "sort";
  readonly keys: readonly string[] | undefined;
  /** How many it may hold. */
  readonly max: number;
}

/** A comma list of paths, which may be empty. */
export interface IncludesDescription {
  readonly takes: "includes";
  readonly names: readonly string[];
  /** How many it may hold. */
  readonly max: number;
}

/** A comma list of a type's fields, which may be empty. */
export interface FieldsDescription {
  readonly takes: "fields";
  readonly type: string;
  readonly names: readonly string[];
}

/** A query parameter of one operation. */
export interface Parameter {
  /** As it stands in a URL, decoded: `filter[title][contains]`. */
  readonly name: string;
  readonly description: ParameterDescription;
  /** Reads its text into the draft, or adds what is wrong with it. */
  read(text: string, draft: QueryBuilder): void;
  /** Fills in what its absence means, or adds that it is missing. Left out where its absence means nothing. */
  absent?(draft: QueryBuilder): void;
}
