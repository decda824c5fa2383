import type { Sort } from "./sort.js";

/** What a request asks of a to-many relationship that it includes. */
export interface IncludeQuery {
  /** The filters that the request sends, by the names of the related list. Defaults of that list do not apply. */
  readonly filter: { readonly [name: string]: unknown };
  /** In the order of the request; empty if the request does not sort. */
  readonly sort: readonly Sort[];
  /** The most members per row; undefined if the request does not limit them. */
  readonly limit: number | undefined;
  /** The filters and the sort as a query string of the related list, for `withMore`. */
  readonly search: string;
}

/** By include path, with `__` between names. Only paths of which the request asks something. */
export type IncludeQueries = ReadonlyMap<string, IncludeQuery>;
