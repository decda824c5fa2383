import { queryText } from "./values.js";

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
 * The query string of a read, without `?`, empty when it asks for nothing. Names and values are percent-encoded, and
 * the order is fixed: the same state always gives the same string. Members that are undefined are left out.
 */
export function queryString({ filter, sort, page, include, fields, extra }: QueryState): string {
  const parts: string[] = [];
  const add = (name: string, value: unknown) => {
    if (value !== undefined) parts.push(`${encodeURIComponent(name)}=${encodeList(queryText(value))}`);
  };
  const addMembers = (prefix: string, members: object | undefined) => {
    for (const [name, value] of Object.entries(members ?? {})) add(prefix + brackets(name), value);
  };

  addMembers("filter", filter);
  if (sort?.length) add("sort", sort);
  if (isMembers(page)) addMembers("page", page);
  else add("page", page);
  if (include?.length)
    add(
      "include",
      [...new Set(include)].map((path) => path.replaceAll("__", ".")),
    );
  for (const [type, names] of Object.entries(fields ?? {})) add(`fields[${type}]`, names);
  for (const [name, value] of Object.entries(extra ?? {})) add(name, value);
  return parts.join("&");
}

/** `title__contains` is `[title][contains]`. */
function brackets(name: string): string {
  return `[${name.split("__").join("][")}]`;
}

/** The commas that separate stay readable in a URL. */
function encodeList(text: string): string {
  return encodeURIComponent(text).replaceAll("%2C", ",");
}

/** `page({ offset, limit })`, as opposed to `page(2)` and to a date. */
export function isMembers(page: unknown): page is object {
  return typeof page === "object" && page !== null && !Array.isArray(page) && !(page instanceof Date);
}
