import { isMembers } from "./fetched.js";
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
    if (value === undefined) return;
    // The commas that separate stay readable in a URL.
    parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(queryText(value)).replaceAll("%2C", ",")}`);
  };
  /** `title__contains` is `[title][contains]`. */
  const addAll = (members: object = {}, within?: string) => {
    for (const [name, value] of Object.entries(members)) {
      add(within ? `${within}[${name.replaceAll("__", "][")}]` : name, value);
    }
  };

  addAll(filter, "filter");
  if (sort?.length) add("sort", sort);
  if (isMembers(page)) addAll(page, "page");
  else add("page", page);
  const paths = include?.map((path) => path.replaceAll("__", "."));
  if (paths?.length) add("include", [...new Set(paths)]);
  addAll(fields, "fields");
  addAll(extra);
  return parts.join("&");
}
