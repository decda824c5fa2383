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
  const add = (members: object = {}, nameOf = (name: string) => name) => {
    for (const [name, value] of Object.entries(members)) {
      if (value === undefined) continue;
      // The commas that separate stay readable in a URL.
      parts.push(`${encodeURIComponent(nameOf(name))}=${encodeURIComponent(queryText(value)).replaceAll("%2C", ",")}`);
    }
  };
  /** `title__contains` is `[title][contains]`. */
  const within = (parameter: string) => (name: string) => `${parameter}[${name.replaceAll("__", "][")}]`;

  add(filter, within("filter"));
  if (sort?.length) add({ sort });
  if (isMembers(page)) add(page, within("page"));
  else add({ page });
  if (include?.length) add({ include: [...new Set(include)].map((path) => path.replaceAll("__", ".")) });
  add(fields, within("fields"));
  add(extra);
  return parts.join("&");
}
