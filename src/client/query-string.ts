import { isMembers } from "./fetched.js";
import { encoded, parted, queryText, unique } from "./values.js";

/** What a read asks for, as the chaining methods gather it. */
export interface QueryState {
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly sort?: readonly string[];
  readonly page?: unknown;
  readonly include?: readonly string[];
  readonly fields?: Readonly<Record<string, readonly string[] | undefined>>;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/**
 * The query string of a read, with its `?`; empty when it asks for nothing. Names and values are percent-encoded, and
 * the order is fixed: the same state always gives the same string. Members that are undefined are left out.
 */
export function queryString({ filter, sort, page, include, fields, extra }: QueryState): string {
  let query = withEach("", filter, "filter");
  query = withOne(query, "sort", sort?.[0] && sort);
  query = isMembers(page) ? withEach(query, page, "page") : withOne(query, "page", page);
  query = withOne(query, "include", include?.[0] && parted(queryText(unique(include)), "."));
  return withEach(withEach(query, fields, "fields"), extra);
}

/** @param name Encoded. */
function withOne(query: string, name: string, value: unknown): string {
  return value === undefined ? query : `${query}${query ? "&" : "?"}${name}=${encoded(queryText(value))}`;
}

/** `title__contains` is `[title][contains]`, within `filter`. */
function withEach(query: string, members: object | undefined, within?: string): string {
  for (const key in members) {
    const name = encoded(key);
    query = withOne(query, within ? `${within}%5B${parted(name, "%5D%5B")}%5D` : name, members[key as never]);
  }
  return query;
}
