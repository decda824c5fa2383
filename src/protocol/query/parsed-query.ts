import type { z } from "zod";
import type { QueryValue } from "../../schema/query-value.js";
import type { Sort } from "../../define/types/sort.js";
import { type ErrorObject, parameterError } from "../errors/request-error.js";
import type { IncludeQueries, IncludeQuery } from "../../define/types/include-query.js";
import type { IncludeNode } from "../../wire/include-path.js";
import { encode } from "./query-string.js";

/** A parsed query string: the values that the handler gets, and the includes and fieldsets of the response. */
export interface ParsedQuery {
  readonly filter: Readonly<Record<string, unknown>>;
  /** The groups of filters, of which a row must meet one. */
  readonly any: readonly Readonly<Record<string, unknown>>[];
  readonly sort: readonly Sort[];
  readonly page: unknown;
  /** A flag for each declared path. */
  readonly include: Readonly<Record<string, boolean>>;
  /** The include paths as a tree; undefined if the request has no `include`. */
  readonly includeTree: IncludeNode | undefined;
  /** What the request asks of the members of its includes, by path. Undefined if it asks nothing. */
  readonly includeQueries: IncludeQueries | undefined;
  /** Sparse fieldsets by type. */
  readonly fields: Readonly<Record<string, ReadonlySet<string>>>;
  readonly extra: Readonly<Record<string, unknown>>;
  /** The query for the response's own link: empty, or `?` and the query. It needs no escapes in JSON. */
  readonly inUrl: string;
}

/** What the parameters of a list fill in. */
export interface ValueBuilder {
  readonly filter: Record<string, unknown>;
  readonly extra: Record<string, unknown>;
  /** The members of `page`, if it has any. */
  readonly pageMembers: Record<string, unknown>;
  readonly errors: ErrorObject[];
  sort: ParsedQuery["sort"];
}

/** The query of one path while it is parsed. */
export class PathQuery implements IncludeQuery, ValueBuilder {
  readonly filter: Record<string, unknown> = {};
  readonly extra = {};
  readonly pageMembers: { limit?: number } = {};
  sort: readonly Sort[] = [];
  search = "";

  /** @param parameter The first of its parameters in the request. */
  constructor(
    readonly errors: ErrorObject[],
    readonly parameter: string,
  ) {}

  get limit(): number | undefined {
    return this.pageMembers.limit;
  }

  /** Adds a parameter of the related list. */
  add(name: string, text: string): void {
    this.search += `${this.search === "" ? "" : "&"}${encode(name)}=${encode(text)}`;
  }

  /** Equal for queries that ask for the same. */
  get key(): string {
    return `${this.search.split("&").sort().join("&")} ${this.limit}`;
  }
}

/** A query while it is parsed. */
export interface QueryBuilder extends ParsedQuery, ValueBuilder {
  /** A group that is missing is undefined, until it is an error. */
  readonly any: Record<string, unknown>[];
  readonly filter: ValueBuilder["filter"];
  readonly extra: ValueBuilder["extra"];
  includeQueries: Map<string, PathQuery> | undefined;
  fields: ParsedQuery["fields"];
  sort: ParsedQuery["sort"];
  page: unknown;
  include: ParsedQuery["include"];
  includeTree: ParsedQuery["includeTree"];
  inUrl: string;
}

/** Adds the error for an invalid value. */
export function addError({ errors }: Pick<QueryBuilder, "errors">, parameter: string, detail: string): void {
  errors.push(parameterError("invalid_parameter", parameter, detail));
}

// Without a prototype, because a type may be called `constructor`.
export const NO_FIELDSETS: ParsedQuery["fields"] = Object.freeze(Object.create(null));

/** The query of a request before it is parsed. */
export const NO_QUERY: ParsedQuery = Object.freeze({
  filter: {},
  any: [],
  sort: [],
  page: undefined,
  include: {},
  includeTree: undefined,
  includeQueries: undefined,
  fields: NO_FIELDSETS,
  extra: {},
  inUrl: "",
});

/** The values that a parameter accepts, for example for OpenAPI. */
export type ParameterDescription =
  | ValueDescription
  | IntegerDescription
  | SortDescription
  | IncludesDescription
  | FieldsDescription;

/** A value with its own schema. */
export interface ValueDescription {
  readonly takes: "value";
  readonly schema: z.ZodType;
  readonly value: QueryValue;
  /** The number of the group that the filter is in. */
  readonly group?: number;
}

export interface IntegerDescription {
  readonly takes: "integer";
  readonly min: number;
  readonly max: number;
  /** The value of a missing parameter, if it has one. */
  readonly fallback: number | undefined;
}

/** A comma-separated list of keys, each name once. `keys` is undefined if any name is allowed. */
export interface SortDescription {
  readonly takes: "sort";
  readonly keys: readonly string[] | undefined;
  /** The maximum number of items. */
  readonly max: number;
}

/** A comma-separated list of paths, which may be empty. */
export interface IncludesDescription {
  readonly takes: "includes";
  readonly names: readonly string[];
  /** The maximum number of items. */
  readonly max: number;
}

/** A comma-separated list of a type's fields, which may be empty. */
export interface FieldsDescription {
  readonly takes: "fields";
  readonly type: string;
  readonly names: readonly string[];
}

/** A query parameter of one operation. */
export interface Parameter {
  /** The decoded name in the URL: `filter[title][contains]`. */
  readonly name: string;
  readonly description: ParameterDescription;
  /** Parses its text and stores the value in the builder, or adds errors. */
  read(text: string, builder: QueryBuilder): void;
  /** Stores the default, or adds an error if the parameter is required. Omitted if neither applies. */
  absent?(builder: QueryBuilder): void;
}
