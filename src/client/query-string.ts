import { isMembers } from "./fetched.js";
import { encoded, queryText, unique } from "./values.js";

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
  let query = "";
  const add = (name: string, value: unknown) => {
    if (value !== undefined) query += `${query ? "&" : "?"}${encoded(name)}=${encoded(queryText(value))}`;
  };
  /** `title__contains` is `[title][contains]`. */
  const addAll = (members: object | undefined, within?: string) => {
    for (const key in members) {
      add(within ? `${within}[${key.replaceAll("__", "][")}]` : key, members[key as never]);
    }
  };

  addAll(filter, "filter");
  if (sort?.length) add("sort", sort);
  if (isMembers(page)) addAll(page, "page");
  else add("page", page);
  if (include?.length) add("include", queryText(unique(include)).replaceAll("__", "."));
  addAll(fields, "fields");
  addAll(extra);
  return query;
}
