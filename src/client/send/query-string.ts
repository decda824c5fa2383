import { isMembers } from "./fetched-row.js";
import { encoded, inexpressible, namesText, queryText, unique } from "./values.js";
import { separatedBy } from "../../wire/include-path.js";

/** The query of a read, as the chaining methods build it. */
export interface QueryState {
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly sort?: readonly string[];
  readonly page?: unknown;
  readonly include?: readonly string[];
  readonly fields?: Readonly<Record<string, readonly string[] | undefined>>;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/**
 * The query string of a read, with its `?`. It is empty if the state is empty. Names and values are percent-encoded, and the
 * order is fixed, so the same state always gives the same string. Undefined members are left out.
 *
 * @throws {Unexpected} `not_sent`, for a value that a query string cannot contain.
 */
export function queryString({ filter, sort, page, include, fields, extra }: QueryState): string {
  let query = withEach("", filter, "filter", true);
  query = withOne(query, "sort", sort?.length ? namesText(sort, "sort", /[\\,]/) : undefined);
  if (isMembers(page)) query = withEach(query, page, "page");
  else if (page !== undefined) query = withOne(query, "page", queryText(page, "page"));
  const paths = include?.length ? namesText(unique(include), "include", /[\\,.]/) : undefined; // a dot would be a second "__"
  query = withOne(query, "include", paths && separatedBy(paths, "."));
  return withEach(withEach(query, fields, "fields"), extra);
}

/** @param name Encoded. */
function withOne(query: string, name: string, text: string | undefined): string {
  return text === undefined ? query : `${query}${query ? "&" : "?"}${name}=${encoded(text)}`;
}

/** @param isParted Whether `title__contains` is `[title][contains]`. */
function withEach(query: string, members: object | undefined, within?: string, isParted?: boolean): string {
  for (const key in members) {
    const value: unknown = members[key as never];
    if (value === undefined) continue;
    if (within && /[[\]]/.test(key)) throw inexpressible(`the name "${key}"`, within);
    const name = encoded(isParted ? separatedBy(key, "][") : key);
    query = withOne(query, within ? `${within}%5B${name}%5D` : name, queryText(value, `${within ?? "extra"} "${key}"`));
  }
  return query;
}
